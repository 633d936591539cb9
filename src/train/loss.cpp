#include "train/loss.hpp"

#include <algorithm>

#include "core/math.hpp"
#include "simd/exp.hpp"
#include "simd/transform.hpp"

namespace whereformer::train {
namespace {

using simd::Lanes;

// Writes e^(x − top) of a row to `to`, which may be the row; returns their sum. A NaN stays one.
double exponentials(const float* row, int count, float top, float* to) {
  simd::transform(row, to, count, [&](Lanes x) { return simd::shared_exp(x - simd::splat(top)); });
  const Lanes total = simd::fold(to, count, 0, simd::splat(0), [](Lanes s, Lanes v) { return s + v; });
  return simd::sum(total);
}

void count(const float* row, int target, int best, double log_sum, Loss& to) {
  to.sum += log_sum - row[target];
  to.right += best == target ? 1 : 0;
  ++to.counted;
}

double sum_of(const float* row, int vocab, float top) {
  const Lanes total = simd::fold(row, vocab, -std::numeric_limits<float>::infinity(), simd::splat(0),
                                 [&](Lanes s, Lanes v) { return s + simd::shared_exp(v - simd::splat(top)); });
  return simd::sum(total);
}

}  // namespace

int arg_max(const float* row, int count) { return static_cast<int>(std::max_element(row, row + count) - row); }

void add_loss(const float* logits, std::span<const int> targets, int vocab, Loss& to) {
  for (const int target : targets) {
    if (target != kIgnored) {
      const int best = arg_max(logits, vocab);
      count(logits, target, best, logits[best] + math::log(sum_of(logits, vocab, logits[best])), to);
    }
    logits += vocab;
  }
}

void loss_gradient(float* logits, std::span<const int> targets, int vocab, float factor, Loss& to) {
  for (const int target : targets) {
    if (target == kIgnored) {
      std::fill_n(logits, vocab, 0.0F);
    } else {
      const int best = arg_max(logits, vocab);
      const float top = logits[best];
      const float own = logits[target];
      const double total = exponentials(logits, vocab, top, logits);
      to.sum += top + math::log(total) - own;
      to.right += best == target ? 1 : 0;
      ++to.counted;
      const Lanes scale = simd::splat(static_cast<float>(factor / total));
      simd::transform(logits, logits, vocab, [&](Lanes p) { return p * scale; });
      logits[target] -= factor;
    }
    logits += vocab;
  }
}

}  // namespace whereformer::train
