#include "simd/softmax.hpp"

#include <limits>

#include "simd/exp.hpp"
#include "simd/transform.hpp"

namespace whereformer::simd {
namespace {

constexpr float kHidden = -std::numeric_limits<float>::infinity();

float largest_of(const float* from, int count) {
  Lanes top = splat(kHidden);
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) top = larger(top, load(from + i));
  if (i < count) top = larger(top, load_tail(from + i, count - i, kHidden));
  return largest(top);
}

// Reads one value of every page. The machine fetches memory ahead within a page only, and a row takes so long to compute
// that the next pages are not prefetched meanwhile.
void touch_pages(const float* row, int count) {
  constexpr int kPage = 1024;
  for (int i = 0; i < count; i += kPage) static_cast<void>(*static_cast<const volatile float*>(row + i));
}

// One row whose largest value is `top`; returns that of `next`, another row, which is read from memory while this one is computed.
float softmax_row(const float* from, float top, float* to, int count, const float* next) {
  const Lanes base = splat(top == kHidden ? 0 : top);
  Lanes total = splat(0);
  Lanes coming = splat(kHidden);
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    coming = larger(coming, load(next + i));
    const Lanes weight = bounded_exp(load(from + i) - base);
    store(to + i, weight);
    total = total + weight;
  }
  if (i < count) {
    coming = larger(coming, load_tail(next + i, count - i, kHidden));
    const Lanes weight = shared_exp(load_tail(from + i, count - i, kHidden) - base);
    store_tail(to + i, weight, count - i);
    total = total + weight;
  }
  const float sum_of_weights = sum(total);
  const Lanes factor = splat(sum_of_weights == 0 ? 0 : 1 / sum_of_weights);
  for (i = 0; i + kLanes <= count; i += kLanes) store(to + i, load(to + i) * factor);
  if (i < count) store_tail(to + i, load_tail(to + i, count - i, 0) * factor, count - i);
  return largest(coming);
}

}  // namespace

void softmax(const float* from, float* to, int count, int rows) {
  float top = rows > 0 ? largest_of(from, count) : 0;
  for (int left = rows; left > 0; --left, from += count, to += count) {
    if (left > 2) {
      touch_pages(from + 2 * count, count);
      touch_pages(to + count, count);
    }
    top = softmax_row(from, top, to, count, left > 1 ? from + count : from);
  }
}

}  // namespace whereformer::simd
