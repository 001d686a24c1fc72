// The opacity at a place of a sprite whose edge is the unit circle: a smooth hill, `middle` in its middle.
float opacity_at(vec2 at, float middle) {
    float inside = max(1.0 - dot(at, at), 0.0);
    return middle * inside * inside;
}
