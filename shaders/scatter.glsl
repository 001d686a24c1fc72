// What smoke makes of the light that reaches it. Needs frame.glsl.

// Henyey and Greenstein 1941, times 4 pi: 1 for light that scatters alike to all sides.
float lobe(float g, float cosine) {
    float a = 1.0 + g * g - 2.0 * g * cosine;
    return (1.0 - g * g) / (a * sqrt(a));
}

// Of light scattered once, twice and more; chosen by eye. `cosine`: between the ray and the way to the key light.
vec3 phase_of(float cosine) {
    return vec3(0.50 * lobe(-0.10, cosine) + 0.26 * lobe(0.62, cosine), 0.17, 0.035);
}

// Light scattered towards the eye, per unit of extinction. Light that scattered several times is what Wrenninge, Kulla
// and Lundqvist 2013 make of it: terms of lower extinction, flatter phase and less weight. Weights are chosen by eye.
vec3 scattered(vec3 p, vec3 phase) {
    vec4 left = light_at(p);
    float once = left.r * left.a, twice = sqrt(once), more = sqrt(twice);
    vec3 sum = key_color * dot(phase, vec3(once, twice, more));
    sum += fill_color * 0.075 * (left.g + 0.3 * sqrt(left.g));
    sum += sky_color * 0.06 * (left.b + 0.5 * sqrt(left.b));
    return sum;
}

struct March {
    vec3 radiance;
    float left;
};

March after(March m, float smoke, float path, vec3 light) {
    float through = exp(-smoke * texels.w * path);
    return March(m.radiance + m.left * (1.0 - through) * light, m.left * through);
}
