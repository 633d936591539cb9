// One attention call in one situation, straight through attend(): rows anywhere in memory, one plan, one mask, perhaps NaN.
#pragma once

#include <memory>
#include <optional>

#include "attention/attend.hpp"
#include "attention/plans.hpp"
#include "attention/reference.hpp"
#include "attention/scattered.hpp"
#include "position/encodings/mask.hpp"
#include "stacks.hpp"

namespace whereformer::test {

enum class Ids { counted, shifted, gapped };

// A number that takes the place of another, in one row of one side.
struct Poison {
  char side = 'k';  // q, k or v
  int row = 0;      // among all rows of that side
  int channel = 0;
  float value = NAN;
};

struct Situation {
  const Plan* plan = &plans()[0];
  Sizes sizes;
  Layout layout;
  Band band;
  std::shared_ptr<const Mask> mask;  // null = none
  std::vector<float> added_mask;     // [heads, queries, keys]; empty = none
  Ids ids = Ids::counted;
  float softcap = 0;
  float spread = 1;  // of queries and keys
  std::optional<Poison> poison;
  std::uint64_t seed = 1;
};

inline std::string described(const Situation& s) {
  const Sizes& n = s.sizes;
  std::string text = s.plan->name + ", batch " + std::to_string(n.batch) + ", heads " + std::to_string(n.heads) + "/" +
                     std::to_string(n.kv_heads) + ", " + std::to_string(n.queries) + " queries, " +
                     std::to_string(n.keys) + " keys, width " + std::to_string(n.head_dim) + ", values " +
                     std::to_string(n.value_dim) + ", band " + std::to_string(s.band.offset) + " −" +
                     std::to_string(s.band.left) + " +" + std::to_string(s.band.right) + ", ids " +
                     std::to_string(static_cast<int>(s.ids)) + ", spread " + std::to_string(s.spread) + ", offset " +
                     std::to_string(s.layout.offset) + ", gap " + std::to_string(s.layout.gap) + ", softcap " +
                     std::to_string(s.softcap) + ", seed " + std::to_string(s.seed);
  if (s.layout.token_major) text += ", token-major";
  if (s.mask) text += ", mask " + std::to_string(static_cast<int>(s.mask->kind));
  if (!s.added_mask.empty()) text += ", added mask";
  if (s.poison) text += std::string(", ") + s.poison->side + " holds " + std::to_string(s.poison->value);
  return text;
}

// What went wrong, largest first.
struct Outcome {
  double difference = 0;  // from the reference, in units of the tolerance
  double sum_error = 0;   // of the weights of a row, from 1 (or from 0 where the reference sees nothing)
  bool gaps_untouched = true;
};

inline Mask copy_of(const Mask& mask) {
  Mask copy;
  copy.kind = mask.kind;
  copy.prefix = mask.prefix;
  copy.left = mask.left;
  copy.right = mask.right;
  copy.dilation = mask.dilation;
  copy.globals = mask.globals;
  REQUIRE(copy.documents.copy_from(mask.documents.span()).ok());
  copy.width = mask.width;
  copy.height = mask.height;
  copy.kernel = mask.kernel;
  copy.block = mask.block;
  return copy;
}

// Owns the memory of a situation.
class Stage {
 public:
  explicit Stage(const Situation& s)
      : s_(s),
        problem_(s.sizes, s.seed, s.spread),
        query_(s.sizes.batch, s.sizes.heads, s.sizes.queries, s.sizes.head_dim, s.layout, NAN),
        key_(s.sizes.batch, s.sizes.kv_heads, s.sizes.keys, s.sizes.head_dim, s.layout, NAN),
        value_(s.sizes.batch, s.sizes.kv_heads, s.sizes.keys, s.sizes.value_dim, s.layout, NAN),
        output_(s.sizes.batch, s.sizes.heads, s.sizes.queries, s.sizes.value_dim, s.layout, -77) {
    renumber();
    if (s.poison) poison(*s.poison);
    query_.fill(problem_.query);
    key_.fill(problem_.key);
    value_.fill(problem_.value);
    s.plan->add(stack_);
    if (s.mask) put(stack_, copy_of(*s.mask));
    const AttentionCall c = call();
    Geometry geometry{c.heads, c.head_dim, 0, 0, c.scale, c.value_dim};
    REQUIRE(stack_.prepare(geometry.over(c.query_positions).over(c.key_positions)).ok());
  }

  // `most_rows`: the reference is slow, so that many rows of the output are compared with it, the last among them.
  Outcome run(int most_rows) {
    Outcome outcome;
    REQUIRE(attend(call(), stack_).ok());
    const std::vector<float> output = output_.take(outcome.gaps_untouched);
    compare(output, most_rows, outcome);
    if (!s_.poison && !stack_.has(kValueVectors)) outcome.sum_error = largest_sum_error();
    return outcome;
  }

 private:
  AttentionCall call() {
    AttentionCall c = problem_.call();
    c.query = query_.read();
    c.key = key_.read();
    c.value = value_.read();
    c.output = output_.rows();
    c.band = s_.band;
    c.softcap = s_.softcap;
    if (!s_.added_mask.empty()) c.mask = {s_.added_mask.data(), 0, s_.sizes.queries * s_.sizes.keys, s_.sizes.keys};
    return c;
  }

  void renumber() {
    for (auto* positions : {&problem_.query_positions, &problem_.key_positions}) {
      for (float& p : *positions) {
        if (s_.ids == Ids::shifted) p += 1000;
        if (s_.ids == Ids::gapped) p = 3 * p + (p > 5 ? 40.0F : 0.0F);
      }
    }
  }

  void poison(const Poison& p) {
    const bool of_values = p.side == 'v';
    std::vector<float>& rows = p.side == 'q' ? problem_.query : of_values ? problem_.value : problem_.key;
    const int width = of_values ? s_.sizes.value_dim : s_.sizes.head_dim;
    rows[static_cast<std::size_t>(p.row * width + p.channel)] = p.value;
  }

  void compare(const std::vector<float>& output, int most_rows, Outcome& outcome) {
    const AttentionCall c = call();
    const int rows = c.batch * c.heads * c.queries;
    const auto width = static_cast<std::size_t>(c.value_dim);
    Random random(s_.seed + 7);
    for (int n = 0; n < std::min(rows, most_rows); ++n) {
      const int drawn = static_cast<int>(random.uniform() * rows);
      const int row = rows <= most_rows ? n : n == 0 ? rows - 1 : drawn;
      const int batch = row / (c.heads * c.queries);
      const int head = row / c.queries % c.heads;
      const auto expected =
          asked([&](const auto& encoding) { return reference::output_row(c, encoding, batch, head, row % c.queries); });
      const std::vector<float> rounded(expected.begin(), expected.end());
      const std::span<const float> actual(output.data() + static_cast<std::size_t>(row) * width, width);
      double difference = largest_difference(actual, rounded) / kTolerance;
      if (difference > 1) difference /= size_of_scores(c, batch, head, row % c.queries);
      outcome.difference = std::max(outcome.difference, difference);
    }
  }

  // float32 scores are as exact as they are large; 1 for those that queries and keys in [−1, 1] have.
  double size_of_scores(const AttentionCall& c, int batch, int head, int query) const {
    double largest = 8;
    const auto scores =
        asked([&](const auto& encoding) { return reference::score_row(c, encoding, batch, head, query); });
    for (const double score : scores) {
      if (std::isfinite(score)) largest = std::max(largest, std::abs(score));
    }
    return largest / 8;
  }

  template <class Run>
  std::vector<double> asked(Run&& run) const {
    return stack_.has(kByDistance) ? run(AskedForVectors{{&stack_}}) : run(AskedOneByOne{&stack_});
  }

  // With values of 1 every row is the sum of its weights: 1, or 0 where nothing is seen.
  double largest_sum_error() {
    bool untouched = true;
    value_.fill_with(1);
    REQUIRE(attend(call(), stack_).ok());
    const std::vector<float> sums = output_.take(untouched);
    const AttentionCall c = call();
    double largest = untouched ? 0 : INFINITY;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const int row = static_cast<int>(i) / c.value_dim;
      const double expected = sees_any(c, row / c.queries % c.heads, row % c.queries) ? 1 : 0;
      const double error = std::abs(sums[i] - expected);
      if (!(error <= largest)) largest = std::isnan(error) ? INFINITY : error;
    }
    return largest;
  }

  bool sees_any(const AttentionCall& c, int head, int query) const {
    for (int key = 0; key < c.keys; ++key) {
      if (reference::sees(c, AskedOneByOne{&stack_}, 0, head, query, key)) return true;
    }
    return false;
  }

  static constexpr double kTolerance = 4e-6;  // relative to scores and values in [−1, 1]

  const Situation& s_;
  Problem problem_;
  Scattered query_;
  Scattered key_;
  Scattered value_;
  Scattered output_;
  PositionStack stack_;
};

}  // namespace whereformer::test
