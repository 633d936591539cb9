// The hooks: what each does in the reference, alone and composed, and ALiBi in lanes against its hook.
#include <numbers>

#include "attention/reference.hpp"
#include "attention/streaming/bias_plan.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/learned.hpp"
#include "position/encodings/none.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/sinusoidal.hpp"
#include "position/encodings/t5_buckets.hpp"
#include "position/hooked.hpp"
#include "stacks.hpp"
#include "support.hpp"

using namespace whereformer;
using whereformer::test::largest_difference;
using whereformer::test::Problem;

namespace {

// Content and values in their smallest form: a content term and a value term by distance (Shaw et al. 2018, one vector).
struct Content {
  double content(std::span<const double> q, std::span<const double> /*k*/, int head, double query, double key) const {
    return q[0] * 0.1 * (head + 1) * (key - query);
  }
};

struct ValueTerm {
  void value_vector(int /*head*/, double distance, std::span<double> out) const { out[0] += distance; }
};

// Hides every third key; also tells the range.
struct Thirds {
  bool visible(int, int key) const { return key % 3 != 0; }
  KeyRange range(int, int keys) const { return {0, keys}; }
};

std::vector<float> reference_output(Problem& problem, const AttentionCall& call, const auto& encoding) {
  reference::attention(call, encoding);
  return problem.output;
}

}  // namespace

static_assert(Rotates<Rope> && !BiasesByPair<Rope> && !Embeds<Rope>);
static_assert(BiasesByPair<Alibi> && BiasesLinearly<Alibi> && !BiasesByDistance<Alibi> && BiasesByDistance<T5Buckets>);
static_assert(Embeds<Learned> && Embeds<Sinusoidal> && !Embeds<None>);
static_assert(Masks<Causal> && Masks<Window>);
static_assert(HasContent<Content> && HasValueVector<ValueTerm>);
static_assert(Encoding<None> && Encoding<Content> && Encoding<ValueTerm> && Encoding<Causal>);

TEST_CASE("a content hook adds q · a(distance) to q · k") {
  Problem problem({1, 2, 2, 1, 2, 2, 1}, 1);
  problem.query = {1, 0, 2, 0};
  problem.key = {0, 0, 0, 0, 0, 0, 0, 0};
  problem.value = {0, 1, 0, 1};
  problem.query_positions = {1};
  const auto out = reference_output(problem, problem.call(), Content{});
  // head 0: scores −0.1/√2 and 0; head 1: −0.4/√2 and 0; the output is the weight of key 1
  CHECK(std::abs(out[0] - 1 / (1 + std::exp(-0.1 / std::sqrt(2.0)))) < 1e-6);
  CHECK(std::abs(out[1] - 1 / (1 + std::exp(-0.4 / std::sqrt(2.0)))) < 1e-6);
}

TEST_CASE("a value hook adds to the weighted sum") {
  Problem problem({1, 1, 1, 1, 2, 2, 1}, 1);
  problem.query = {0, 0};
  problem.value = {0, 0};
  problem.query_positions = {0};
  CHECK(std::abs(reference_output(problem, problem.call(), ValueTerm{})[0] - 0.5) < 1e-7);
}

TEST_CASE("composition is the union of hooks, in the reference") {
  Problem problem({1, 2, 2, 6, 6, 4, 4}, 2);
  const auto prepared = [&](auto encoding) {
    REQUIRE(encoding.prepare(problem.geometry()).ok());
    return encoding;
  };
  const auto rope = [&] { return prepared(Rope{}); };
  const auto alibi = [&] { return prepared(Alibi{}); };
  const auto all =
      reference_output(problem, problem.call(), Stack(rope(), alibi(), Causal(), Content{}, ValueTerm{}, Thirds{}));
  const auto without_value =
      reference_output(problem, problem.call(), Stack(rope(), alibi(), Causal(), Content{}, Thirds{}));
  CHECK(largest_difference(all, without_value) > 0.1);
  const auto masked_by_call = [&] {
    AttentionCall call = problem.call();
    call.band = Causal();
    return reference_output(problem, call, Stack(rope(), alibi(), Content{}, ValueTerm{}, Thirds{}));
  }();
  CHECK(largest_difference(all, masked_by_call) == 0);
  for (std::size_t i = 0; i < 4; ++i) CHECK(all[i] == 0.0F);  // query 0 sees key 0 only, which Thirds hides
}

TEST_CASE("a linear bias in lanes is the bias of the hook") {
  Alibi alibi;
  alibi.keyed = GENERATE(Alibi::Keyed::distance, Alibi::Keyed::key, Alibi::Keyed::rounded_key);
  alibi.symmetric = alibi.keyed == Alibi::Keyed::distance && GENERATE(false, true);
  alibi.before_scale = GENERATE(false, true);
  constexpr int kKeys = 2 * simd::kTileRows + 3;
  alignas(64) float queries[simd::kTileWidth];
  float keys[kKeys];
  for (int q = 0; q < simd::kTileWidth; ++q) queries[q] = static_cast<float>(5 + 3 * q);
  for (int k = 0; k < kKeys; ++k) keys[k] = static_cast<float>(k * k) - 7;
  PositionStack stack;
  put(stack, std::move(alibi));
  REQUIRE(stack.prepare({3, 8, 0, 0, 0.125F}).ok());
  for (int head = 0; head < 3; ++head) {
    std::vector<float> scores(kKeys * simd::kTileWidth, 0.25F);
    LaneBias(*stack.parts()[0]).add(scores.data(), {0, head, 0, simd::kTileWidth, queries, keys}, {0, kKeys});
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const PairPositions at(queries[i % simd::kTileWidth], keys[i / simd::kTileWidth]);
      const double wanted = 0.25 + stack.bias(head, at) * std::numbers::log2e;
      CHECK(std::abs(scores[i] - wanted) <= 4e-7 * std::max(1.0, std::abs(wanted)));
    }
  }
}

TEST_CASE("masks as ranges agree with masks pair by pair") {
  const Band band = GENERATE(Band(Causal(0)), Band(Causal(4)), Band(Window(2, 1, 0)), Band(Window(0, 0, -3)),
                             Causal(2).intersect(Window(3, 9, 2)));
  for (int query = 0; query < 9; ++query) {
    const KeyRange range = band.range(query, 7);
    for (int key = 0; key < 7; ++key) CHECK(band.visible(query, key) == (key >= range.first && key < range.last));
  }
}
