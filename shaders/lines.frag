#version 450 core
layout(location = 0) in vec4 color;
layout(location = 1) noperspective in float aside;
layout(location = 2) flat in float reach;
layout(location = 0) out vec4 shown;

void main() {
    // A line thinner than a sample is drawn one sample wide and paler.
    float covered = min(2.0 * reach, 1.0) * clamp(max(reach, 0.5) + 0.5 - abs(aside), 0.0, 1.0);
    if (covered == 0.0) discard;
    shown = vec4(color.rgb, 1.0) * (color.a * covered);
}
