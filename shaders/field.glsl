// A field on nodes, and what can be read off it. Mirrors Field and Quantity in render/layers/field.h.
layout(binding = 11) uniform sampler3D field_map;   // a scalar, or u_x, u_y, u_z, rho - 1
layout(location = 20) uniform vec4 field_place;     // of node (0,0,0); w: distance of nodes
layout(location = 21) uniform vec3 field_nodes;
layout(location = 22) uniform int quantity;
layout(location = 23) uniform float quantity_scale;

vec3 to_nodes(vec3 p) { return (p - field_place.xyz) / field_place.w; }
vec3 from_nodes(vec3 t) { return field_place.xyz + t * field_place.w; }
#ifdef AT_NODES   // t is a node: eight times fewer texels are read
vec4 field_at(vec3 t) { return texelFetch(field_map, ivec3(t), 0); }
#else
vec4 field_at(vec3 t) { return textureLod(field_map, (t + 0.5) / field_nodes, 0.0); }
#endif
bool outside_field(vec3 t) { return any(lessThan(t, vec3(-0.5))) || any(greaterThan(t, field_nodes - 0.5)); }

// du/dx_axis by a central difference, one-sided at the faces.
vec3 slope(vec3 t, int axis) {
    vec3 a = t, b = t;
    a[axis] = max(t[axis] - 1.0, 0.0);
    b[axis] = min(t[axis] + 1.0, field_nodes[axis] - 1.0);
    return (field_at(b).xyz - field_at(a).xyz) / max(b[axis] - a[axis], 1e-3);
}

// At place t in nodes; lattice units times quantity_scale.
float quantity_at(vec3 t) {
    vec4 v = field_at(t);
    if (quantity == 0) return v.x * quantity_scale;
    if (quantity <= 3) return v[quantity - 1] * quantity_scale;
    if (quantity == 4) return length(v.xyz) * quantity_scale;
    if (quantity == 5) return (1.0 + v.w) * quantity_scale;
    if (quantity == 6) return v.w / 3.0 * quantity_scale;   // p - p_0 = c_s^2 (rho - 1)
    vec3 dx = slope(t, 0), dy = slope(t, 1), dz = slope(t, 2);
    vec3 curl = vec3(dy.z - dz.y, dz.x - dx.z, dx.y - dy.x);
    if (quantity == 7) return length(curl) * quantity_scale;
    if (quantity <= 10) return curl[quantity - 8] * quantity_scale;
    // Q = (|Omega|^2 - |S|^2) / 2, as in sim/smoke/derived.h
    float divergence = dx.x + dy.y + dz.z;
    float product = dx.x * dx.x + dy.y * dy.y + dz.z * dz.z + 2.0 * (dx.y * dy.x + dx.z * dz.x + dy.z * dz.y);
    return 0.5 * (divergence * divergence - product) * quantity_scale;
}
