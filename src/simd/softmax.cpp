#include "simd/softmax.hpp"

#include <limits>

#include "simd/exp.hpp"
#include "simd/transform.hpp"

namespace whereformer::simd {
namespace {

constexpr float kHidden = -std::numeric_limits<float>::infinity();

// Two chains of maxima: one would wait for itself.
float largest_of(const float* from, int count) {
  Lanes even = splat(kHidden);
  Lanes odd = even;
  int i = 0;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    even = larger(even, load(from + i));
    odd = larger(odd, load(from + i + kLanes));
  }
  for (; i < count; i += kLanes) even = larger(even, load_next(from + i, count - i, kHidden));
  return largest(larger(even, odd));
}

}  // namespace

void softmax(const float* from, float* to, int count) {
  const float top = largest_of(from, count);
  const Lanes base = splat(top == kHidden ? 0 : top);
  Lanes total = splat(0);
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Lanes weight = exp(load(from + i) - base);
    store(to + i, weight);
    total = total + weight;
  }
  if (i < count) {
    const Lanes weight = exp(load_tail(from + i, count - i, kHidden) - base);
    store_tail(to + i, weight, count - i);
    total = total + weight;
  }
  const float sum_of_weights = sum(total);
  const Lanes factor = splat(sum_of_weights == 0 ? 0 : 1 / sum_of_weights);
  for (i = 0; i + kLanes <= count; i += kLanes) store(to + i, load(to + i) * factor);
  if (i < count) store_tail(to + i, load_tail(to + i, count - i, 0) * factor, count - i);
}

}  // namespace whereformer::simd
