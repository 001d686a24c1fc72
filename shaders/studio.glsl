// The room around the smoke: light that reaches surfaces, and what stands behind everything. Levels are
// chosen by eye. Needs frame.glsl.

// Transmittance of the smoke between p, which may lie outside the box, and the key light. What leaves the box on the
// far side has been through all of it.
float key_through_smoke(vec3 p) {
    if (texels.w == 0.0) return 1.0;
    vec2 crossing = box_crossing(p, key.xyz + 1e-6);
    if (crossing.y <= max(crossing.x, 0.0)) return 1.0;
    return light_at(p + key.xyz * max(crossing.x, 0.0)).r;
}

// A dark, neutral wall, lighter below and in the middle. `at` in 0..1, y up.
vec3 wall(vec2 at) {
    vec2 from_middle = (at - vec2(0.5, 0.46)) * vec2(picture.x / picture.y, 1.0);
    float glow = exp(-2.2 * dot(from_middle, from_middle));
    return vec3(0.93, 0.98, 1.07) * (mix(0.030, 0.011, smoothstep(0.0, 1.0, at.y)) + 0.026 * glow);
}

// The wall, and where the ray meets the floor its light and shadows, which fade out before the floor ends.
vec3 studio(vec2 at, vec3 ray) {
    vec3 color = wall(at);
    float fall = dot(ray, up.xyz), height = dot(eye.xyz, up.xyz) - up.w;
    if (center.w == 0.0 || fall > -1e-4 || height <= 0.0) return color;
    vec3 p = eye.xyz - ray * (height / fall);
    vec3 aside = p - center.xyz;
    aside -= up.xyz * dot(aside, up.xyz);
    float size = half_texels.w, distance_in_sizes = length(aside) / size;
    float present = 1.0 - smoothstep(0.9, 2.6, distance_in_sizes);
    float lit = key_through_smoke(p + up.xyz * 0.001 * size);
    lit *= key_visibility(p, 0.055, 32, 6.2831853 * noise_at(gl_FragCoord.xy));
    float sky = 1.0;
    vec3 across = abs(2.0 * to_texels(p) / (texels.xyz - 1.0) - 1.0);   // 1 at the box's faces
    if (texels.w > 0.0 && all(lessThan(across, vec3(1.2)))) sky = light_at(p).b;
    vec3 pool = key_color * 0.055 * max(dot(key.xyz, up.xyz), 0.0) * exp(-0.55 * distance_in_sizes * distance_in_sizes);
    return mix(color, color * mix(0.45, 1.0, lit) * mix(0.7, 1.0, sky) + pool * lit, present);
}
