// The next token from logits: greedy, or seeded sampling with temperature, top-k (Fan et al. 2018) and top-p
// (Holtzman et al. 2020), in the order of transformers' logits processors: repetition penalty, temperature, top-k, top-p.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

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

// Ids by falling logit, cut to the k largest.
inline std::vector<int> ranked(std::span<const float> logits, int top_k) {
  std::vector<int> ids(logits.size());
  std::iota(ids.begin(), ids.end(), 0);
  const auto before = [&](int a, int b) {
    const float x = logits[static_cast<std::size_t>(a)];
    const float y = logits[static_cast<std::size_t>(b)];
    return x > y || (x == y && a < b);
  };
  std::make_heap(ids.begin(), ids.end(), before);
  std::sort_heap(ids.begin(), ids.end(), before);
  if (top_k > 0 && static_cast<std::size_t>(top_k) < ids.size()) ids.resize(static_cast<std::size_t>(top_k));
  return ids;
}

// Probabilities of the ranked ids at this temperature, cut to the smallest head whose sum reaches top_p.
inline std::vector<double> head_probabilities(std::span<const float> logits, const std::vector<int>& ids,
                                              const SamplingOptions& options) {
  const double top = logits[static_cast<std::size_t>(ids.front())];
  std::vector<double> p;
  for (const int id : ids) p.push_back(math::exp((logits[static_cast<std::size_t>(id)] - top) / options.temperature));
  const double total = std::accumulate(p.begin(), p.end(), 0.0);
  double sum = 0;
  std::size_t kept = 0;
  while (kept < p.size() && sum < options.top_p * total) sum += p[kept++];
  p.resize(std::max<std::size_t>(kept, 1));
  return p;
}

// logits [vocab], not empty
inline int sample(std::span<const float> logits, const SamplingOptions& options, Random& random) {
  if (options.temperature == 0) return greedy(logits);
  const std::vector<int> ids = ranked(logits, options.top_k);
  const std::vector<double> p = head_probabilities(logits, ids, options);
  double rest = random.uniform() * std::accumulate(p.begin(), p.end(), 0.0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    rest -= p[i];
    if (rest < 0) return ids[i];
  }
  return ids[p.size() - 1];
}

}  // namespace whereformer
