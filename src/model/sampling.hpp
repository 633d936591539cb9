// The next token from logits: greedy, or seeded sampling with temperature, top-k (Fan et al. 2018) and top-p
// (Holtzman et al. 2020), in the order of transformers' logits processors: repetition penalty, temperature, top-k, top-p.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "core/buffer.hpp"
#include "core/math.hpp"
#include "core/random.hpp"
#include "core/status.hpp"

namespace whereformer {

struct SamplingOptions {
  double temperature = 0;         // 0 = greedy
  int top_k = 0;                  // 0 = off
  double top_p = 1;               // 1 = off
  double repetition_penalty = 1;  // 1 = off

  Status check() const {
    if (!(temperature >= 0) || !std::isfinite(temperature))
      return value_error("temperature", temperature, "a finite number ≥ 0");
    if (top_k < 0) return value_error("topK", top_k, "a whole number ≥ 0");
    if (!(top_p > 0 && top_p <= 1)) return value_error("topP", top_p, "a number above 0, at most 1");
    if (!(repetition_penalty > 0) || !std::isfinite(repetition_penalty)) {
      return value_error("repetitionPenalty", repetition_penalty, "a finite number above 0");
    }
    return {};
  }
};

// Makes the ids that were seen less likely, when the penalty is above 1 (Keskar et al. 2019, CTRL).
inline void penalize(std::span<const char> seen, double penalty, std::span<float> logits) {
  const auto factor = static_cast<float>(penalty);
  for (std::size_t id = 0; id < logits.size(); ++id) {
    if (seen[id] != 0) logits[id] = logits[id] < 0 ? logits[id] * factor : logits[id] / factor;
  }
}

// The first of the largest logits.
inline int greedy(std::span<const float> logits) {
  return static_cast<int>(std::max_element(logits.begin(), logits.end()) - logits.begin());
}

// Ids by falling logit; how many there are after the cut to the k largest.
inline std::size_t rank(std::span<const float> logits, int top_k, std::span<int> ids) {
  std::iota(ids.begin(), ids.end(), 0);
  const auto before = [&](int a, int b) {
    const float x = logits[a];
    const float y = logits[b];
    return x > y || (x == y && a < b);
  };
  std::make_heap(ids.begin(), ids.end(), before);
  std::sort_heap(ids.begin(), ids.end(), before);
  return top_k > 0 ? std::min(static_cast<std::size_t>(top_k), ids.size()) : ids.size();
}

// Probabilities of the ranked ids at this temperature, up to a common factor; the size of the smallest head whose sum reaches top_p.
inline std::size_t head_weights(std::span<const float> logits, std::span<const int> ids, const SamplingOptions& options,
                                std::span<double> p) {
  const double top = logits[ids.front()];
  for (std::size_t i = 0; i < ids.size(); ++i) {
    p[i] = math::exp((logits[ids[i]] - top) / options.temperature);
  }
  const double total = std::accumulate(p.begin(), p.end(), 0.0);
  double sum = 0;
  std::size_t kept = 0;
  while (kept < p.size() && sum < options.top_p * total) sum += p[kept++];
  return std::max<std::size_t>(kept, 1);
}

// logits [vocab], not empty. Without memory no random number is drawn.
inline Status sample(std::span<const float> logits, const SamplingOptions& options, Random& random, int& id) {
  if (options.temperature == 0) {
    id = greedy(logits);
    return {};
  }
  Buffer<int> ids;
  Buffer<double> weights;
  TRY(ids.allocate_unset(logits.size()));
  TRY(weights.allocate_unset(logits.size()));
  const std::size_t ranked = rank(logits, options.top_k, ids.span());
  const std::size_t kept = head_weights(logits, ids.span().first(ranked), options, weights.span().first(ranked));
  const std::span<const double> p = weights.span().first(kept);
  double rest = random.uniform() * std::accumulate(p.begin(), p.end(), 0.0);
  id = ids[kept - 1];
  for (std::size_t i = 0; i < kept; ++i) {
    rest -= p[i];
    if (rest >= 0) continue;
    id = ids[i];
    break;
  }
  return {};
}

}  // namespace whereformer
