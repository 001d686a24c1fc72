// From light to what the screen shows.
// Narkowicz 2015, "ACES filmic tone mapping curve", and the sRGB curve of IEC 61966-2-1.
vec3 shown(vec3 light) {
    vec3 c = clamp(light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14), 0.0, 1.0);
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, greaterThan(c, vec3(0.0031308)));
}
