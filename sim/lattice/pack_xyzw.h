// Packs from and to values of four floats that lie side by side (velocity and density, force), by shuffles. CPU only.
#pragma once

#include "sim/lattice/pack.h"

namespace fum {

namespace detail {
template <int L>
using Lanes = std::make_integer_sequence<int, L>;

/// Values C, C + 4, ... of a and b, each of L: in the lower half.
template <int C, class F, int... I>
FUM_HD F every_fourth(const F& a, const F& b, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(a, b, (4 * (I % (static_cast<int>(sizeof...(I)) / 2)) + C)...);
}
/// The lower halves of a and b.
template <class F, int... I>
FUM_HD F halves(const F& a, const F& b, std::integer_sequence<int, I...>) {
    constexpr int n = sizeof...(I);
    return __builtin_shufflevector(a, b, (I < n / 2 ? I : I + n / 2)...);
}
/// a, b, -, -, a, b, ... of lanes from N on, or -, -, a, b, ...
template <int N, class F, int... I>
FUM_HD F in_pairs(const F& a, const F& b, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(a, b, (N + I / 4 + (I % 2) * static_cast<int>(sizeof...(I)))...);
}
/// Two of a, two of b, and so on.
template <class F, int... I>
FUM_HD F by_twos(const F& a, const F& b, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(a, b, (I % 4 < 2 ? I : I + static_cast<int>(sizeof...(I)))...);
}

/// Component C of L values of four floats that lie side by side in r[0] .. r[3].
template <int C, int L>
FUM_HD Pack<L> component(const Pack<L> (&r)[4]) {
    const Lanes<L> all{};
    return Pack<L>(halves(every_fourth<C>(r[0].v, r[1].v, all), every_fourth<C>(r[2].v, r[3].v, all), all));
}
/// The values of four floats of nodes N .. N + L/4 - 1.
template <int N, int L>
FUM_HD void store_quarter(Float4* p, const Pack<L>& x, const Pack<L>& y, const Pack<L>& z, const Pack<L>& w) {
    const Lanes<L> all{};
    Pack<L>(by_twos(in_pairs<N>(x.v, y.v, all), in_pairs<N>(z.v, w.v, all), all)).store(&p[N].x);
}
}  // namespace detail

/// x, y and z of L values of four floats that lie side by side.
template <int L>
FUM_HD void load_xyz(const Float4* p, Pack<L>& x, Pack<L>& y, Pack<L>& z) {
    const float* from = &p->x;
    const Pack<L> r[4] = {Pack<L>::load(from), Pack<L>::load(from + L), Pack<L>::load(from + 2 * L),
                          Pack<L>::load(from + 3 * L)};
    x = detail::component<0>(r), y = detail::component<1>(r), z = detail::component<2>(r);
}
template <int L>
FUM_HD void store_xyzw(Float4* p, const Pack<L>& x, const Pack<L>& y, const Pack<L>& z, const Pack<L>& w) {
    detail::store_quarter<0>(p, x, y, z, w);
    detail::store_quarter<L / 4>(p, x, y, z, w);
    detail::store_quarter<L / 2>(p, x, y, z, w);
    detail::store_quarter<3 * L / 4>(p, x, y, z, w);
}

}  // namespace fum
