#include "simd/rotary.hpp"

#include "simd/transform.hpp"

namespace whereformer::simd {

namespace {

template <class Row>
void each_row(RotatedRows rows, const float* cosine, const float* sine, int pairs, Row&& turn) {
  for (; rows.count > 0; --rows.count, cosine += pairs, sine += pairs) {
    turn(rows.from, rows.to, cosine, sine);
    rows.from += rows.from_stride;
    rows.to += rows.to_stride;
  }
}

// Pairs i … pairs − 1 of a row one by one: channels (i · step, i · step + gap).
void turn_rest(const float* from, float* to, const float* cosine, const float* sine, int i, int pairs, int step,
               int gap) {
  for (; i < pairs; ++i) {
    const float x = from[i * step];
    const float y = from[i * step + gap];
    to[i * step] = x * cosine[i] - y * sine[i];
    to[i * step + gap] = x * sine[i] + y * cosine[i];
  }
}

}  // namespace

void rotate_half(RotatedRows rows, const float* cosine, const float* sine, int pairs) {
  each_row(rows, cosine, sine, pairs, [pairs](const float* from, float* to, const float* cosines, const float* sines) {
    int i = 0;
    for (; i + kLanes <= pairs; i += kLanes) {
      const Lanes x = load(from + i);
      const Lanes y = load(from + pairs + i);
      const Lanes c = load(cosines + i);
      const Lanes s = load(sines + i);
      store(to + i, x * c - y * s);
      store(to + pairs + i, x * s + y * c);
    }
    turn_rest(from, to, cosines, sines, i, pairs, 1, pairs);
  });
}

void rotate_interleaved(RotatedRows rows, const float* cosine, const float* sine, int pairs) {
  struct Partner {
    static constexpr std::uint32_t get(std::uint32_t lane, std::uint32_t) { return lane ^ 1U; }
  };
  constexpr auto partner = xsimd::make_batch_constant<std::uint32_t, Partner, Arch>();
  each_row(rows, cosine, sine, pairs, [&](const float* from, float* to, const float* cosines, const float* sines) {
    const auto turn = [&](int at, Lanes c, Lanes s) {
      const Lanes x = load(from + at);
      store(to + at, x * c + xsimd::swizzle(x, partner) * s);
    };
    int i = 0;
    for (; i + kLanes <= pairs; i += kLanes) {
      const Lanes c = load(cosines + i);
      const Lanes s = load(sines + i);
      const Lanes minus = splat(0) - s;
      turn(2 * i, xsimd::zip_lo(c, c), xsimd::zip_lo(minus, s));
      turn(2 * i + kLanes, xsimd::zip_hi(c, c), xsimd::zip_hi(minus, s));
    }
    turn_rest(from, to, cosines, sines, i, pairs, 2, 1);
  });
}

namespace {

using Doubles = xsimd::batch<double, Arch>;
constexpr int kDoubles = static_cast<int>(Doubles::size);

// One store of four floats: V8's store of half a vector takes longer than everything else here.
Lanes narrowed(Doubles low, Doubles high) {
#if defined(__wasm__) && !defined(WHEREFORMER_SCALAR)
  return Lanes(wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero(low), wasm_f32x4_demote_f64x2_zero(high), 0, 2));
#else
  alignas(64) double wide[kLanes];
  alignas(64) float narrow[kLanes];
  low.store_aligned(wide);
  high.store_aligned(wide + kDoubles);
  for (int i = 0; i < kLanes; ++i) narrow[i] = static_cast<float>(wide[i]);
  return load(narrow);
#endif
}

}  // namespace

void write_and_rotate(double* at, const double* by, int pairs, float* cosine, float* sine) {
  double* at_sine = at + pairs;
  const double* by_sine = by + pairs;
  int i = 0;
  for (; i + kLanes <= pairs; i += kLanes) {
    Doubles c[2];
    Doubles s[2];
    for_each_of<2>([&](auto half) {
      const int from = i + half * kDoubles;
      c[half] = Doubles::load_unaligned(at + from);
      s[half] = Doubles::load_unaligned(at_sine + from);
      const auto of_step = Doubles::load_unaligned(by + from);
      const auto sine_of_step = Doubles::load_unaligned(by_sine + from);
      (c[half] * of_step - s[half] * sine_of_step).store_unaligned(at + from);
      (c[half] * sine_of_step + s[half] * of_step).store_unaligned(at_sine + from);
    });
    store(cosine + i, narrowed(c[0], c[1]));
    store(sine + i, narrowed(s[0], s[1]));
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
