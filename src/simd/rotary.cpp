#include "simd/rotary.hpp"

#include "simd/transform.hpp"

namespace whereformer::simd {

void rotate_half(const float* from, float* to, const float* cosine, const float* sine, int pairs) {
  const auto turn = [&](int i, Lanes x, Lanes y, Lanes c, Lanes s, auto&& put) {
    put(to + i, x * c - y * s);
    put(to + pairs + i, x * s + y * c);
  };
  int i = 0;
  for (; i + kLanes <= pairs; i += kLanes) {
    turn(i, load(from + i), load(from + pairs + i), load(cosine + i), load(sine + i),
         [](float* put_to, Lanes v) { store(put_to, v); });
  }
  if (i < pairs) {
    const int rest = pairs - i;
    turn(i, load_tail(from + i, rest, 0), load_tail(from + pairs + i, rest, 0), load_tail(cosine + i, rest, 0),
         load_tail(sine + i, rest, 0), [&](float* put_to, Lanes v) { store_tail(put_to, v, rest); });
  }
}

void rotate_interleaved(const float* from, float* to, const float* cosine, const float* sine, int pairs) {
  struct Partner {
    static constexpr std::uint32_t get(std::uint32_t lane, std::uint32_t) { return lane ^ 1U; }
  };
  constexpr auto partner = xsimd::make_batch_constant<std::uint32_t, Partner, Arch>();
  const auto turn = [&](int at, Lanes c, Lanes s) {
    const Lanes x = load(from + at);
    store(to + at, x * c + xsimd::swizzle(x, partner) * s);
  };
  int i = 0;
  for (; i + kLanes <= pairs; i += kLanes) {
    const Lanes c = load(cosine + i);
    const Lanes s = load(sine + i);
    const Lanes minus = splat(0) - s;
    turn(2 * i, xsimd::zip_lo(c, c), xsimd::zip_lo(minus, s));
    turn(2 * i + kLanes, xsimd::zip_hi(c, c), xsimd::zip_hi(minus, s));
  }
  for (; i < pairs; ++i) {
    const float x = from[2 * i];
    const float y = from[2 * i + 1];
    to[2 * i] = x * cosine[i] - y * sine[i];
    to[2 * i + 1] = x * sine[i] + y * cosine[i];
  }
}

namespace {

using Doubles = xsimd::batch<double, Arch>;
constexpr int kDoubles = static_cast<int>(Doubles::size);

void store_narrowed(float* to, Doubles x) {
#if defined(__wasm__) && !defined(WHEREFORMER_SCALAR)
  wasm_v128_store64_lane(to, wasm_f32x4_demote_f64x2_zero(x), 0);
#else
  alignas(64) double wide[kDoubles];
  x.store_unaligned(wide);
  for (int i = 0; i < kDoubles; ++i) to[i] = static_cast<float>(wide[i]);
#endif
}

}  // namespace

void write_and_turn(double* at, const double* by, int pairs, float* cosine, float* sine) {
  double* at_sine = at + pairs;
  const double* by_sine = by + pairs;
  int i = 0;
  for (; i + kDoubles <= pairs; i += kDoubles) {
    const auto c = Doubles::load_unaligned(at + i);
    const auto s = Doubles::load_unaligned(at_sine + i);
    const auto of_step = Doubles::load_unaligned(by + i);
    const auto sine_of_step = Doubles::load_unaligned(by_sine + i);
    store_narrowed(cosine + i, c);
    store_narrowed(sine + i, s);
    (c * of_step - s * sine_of_step).store_unaligned(at + i);
    (c * sine_of_step + s * of_step).store_unaligned(at_sine + i);
  }
  for (; i < pairs; ++i) {
    const double c = at[i];
    const double s = at_sine[i];
    cosine[i] = static_cast<float>(c);
    sine[i] = static_cast<float>(s);
    at[i] = c * by[i] - s * by_sine[i];
    at_sine[i] = c * by_sine[i] + s * by[i];
  }
}

}  // namespace whereformer::simd
