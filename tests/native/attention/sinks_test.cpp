// Sinks, a logit per head in the sum of every softmax, and a cap of scores with their bias and mask: every kernel against the reference.
#include "attention/blocks.hpp"
#include "attention/pipeline.hpp"
#include "attention/plans.hpp"
#include "position/encodings/mask.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/self_extend.hpp"

using namespace whereformer;
using test::Plan;
using test::plans;
using test::Problem;
using test::same_bits;

namespace {

constexpr double kTolerance = 4e-6;  // relative to values in [−1, 1]
constexpr int B = kKeyBlock;

std::vector<float> output_of(const Problem& problem, const AttentionCall& asked,
                             const std::function<void(PositionStack&)>& add) {
  PositionStack stack;
  add(stack);
  OwnedCall owned;
  test::take_through(owned, problem, asked, stack);
  REQUIRE(attend(owned.call, stack).ok());
  return {owned.output.begin(), owned.output.end()};
}

// By the kernel of the call's choice and by rows; and the weights of both, which with that of the sink sum to 1.
void check(const Problem& problem, const AttentionCall& asked, const std::function<void(PositionStack&)>& add) {
  PositionStack stack;
  add(stack);
  OwnedCall owned;
  test::take_through(owned, problem, asked, stack);
  const AttentionCall& call = owned.call;
  const test::AskedForVectors encoding{&stack};
  std::vector<float> expected;
  std::vector<float> expected_weights;
  for (int row = 0; row < call.batch * call.heads * call.queries; ++row) {
    const int batch = row / (call.heads * call.queries);
    const int head = row / call.queries % call.heads;
    const auto out = reference::output_row(call, encoding, batch, head, row % call.queries);
    expected.insert(expected.end(), out.begin(), out.end());
    const auto weights = reference::softmax(reference::score_row(call, encoding, batch, head, row % call.queries),
                                            reference::sink_of(call, head));
    expected_weights.insert(expected_weights.end(), weights.begin(), weights.end());
  }
  std::vector<float> weights(expected_weights.size(), -77.0F);
  for (const bool rows : {false, true}) {
    CAPTURE(rows);
    const auto run = [&](const AttentionMaps& maps) {
      std::fill(owned.output.begin(), owned.output.end(), -77.0F);
      REQUIRE((rows ? attend_rows(call, stack, maps) : attend(call, stack, maps)).ok());
      CHECK(test::largest_difference({owned.output.data(), owned.output.size()}, expected) <= kTolerance);
    };
    run({});
    run({nullptr, weights.data()});
    CHECK(test::largest_difference(weights, expected_weights) <= kTolerance);
  }
}

void nothing(PositionStack&) {}

}  // namespace

TEST_CASE("sinks equal the reference under every plan", "[sinks]") {
  const auto [queries, keys] = GENERATE(std::pair{1, 1}, std::pair{1, 33}, std::pair{4, B + 6}, std::pair{5, 3},
                                        std::pair{3, 0}, std::pair{17, 17}, std::pair{67, 2 * B + 1});
  const bool causal = GENERATE(false, true);
  const float sinks[] = {-1.5F, 3, -INFINITY};
  Problem problem({2, 3, 1, queries, keys, 8, 5}, 501);
  AttentionCall call = problem.call();
  call.sinks = sinks;
  if (causal) call.band = Causal(keys - queries - 1);  // the first query sees nothing where there are as many keys
  CAPTURE(queries, keys, causal);
  for (const Plan& plan : plans()) {
    CAPTURE(plan.name);
    check(problem, call, plan.add);
  }
}

TEST_CASE("sinks beside masks, caps, rotations and overridden distances", "[sinks]") {
  const int queries = GENERATE(2, 23);
  const float sinks[] = {0.3F, -2};
  Problem problem({1, 2, 2, queries, 23, 8, 8}, 511, 2);
  std::vector<float> mask = test::random_values(static_cast<std::size_t>(queries * 23), 512);
  for (std::size_t i = 0; i < mask.size(); i += 3) mask[i] = -INFINITY;
  for (std::size_t i = 0; i < 23; ++i) mask[i] = -INFINITY;  // query 0 sees nothing
  AttentionCall call = problem.call();
  call.sinks = sinks;
  call.softcap = GENERATE(0.0F, 2.0F);
  check(problem, call, [](PositionStack& stack) {
    Mask dilated;
    dilated.kind = Mask::Kind::dilated;
    dilated.dilation = 2;
    put(stack, std::move(dilated));
  });
  call.mask = {mask.data(), 0, 0, 23};
  check(problem, call, nothing);
  const std::vector<float> output = output_of(problem, call, nothing);
  for (int head = 0; head < 2; ++head) {
    for (int c = 0; c < 8; ++c) CHECK(output[static_cast<std::size_t>(head * queries * 8 + c)] == 0.0F);
  }
}

// ReRoPE and Self-Extend are compared by their two kernels: the reference of plans knows no rotations.
TEST_CASE("sinks have the same weight in tiles of far pairs as in rows", "[sinks]") {
  const float sinks[] = {0.3F, -2};
  Problem problem({1, 2, 2, 21, 37, 8, 8}, 515);
  AttentionCall call = problem.call();
  call.sinks = sinks;
  PositionStack stack;
  SelfExtend extend;
  extend.group = 3;
  extend.window = 4;
  put(stack, std::move(extend));
  put(stack, Rope{});
  OwnedCall owned;
  test::take_through(owned, problem, call, stack);
  REQUIRE(attend(owned.call, stack).ok());
  const std::vector<float> tiles(owned.output.begin(), owned.output.end());
  REQUIRE(attend_rows(owned.call, stack, {}).ok());
  CHECK(test::largest_difference(tiles, {owned.output.data(), owned.output.size()}) <= kTolerance);
}

TEST_CASE("sinks of −∞ change no bit, and large ones leave nothing", "[sinks]") {
  const auto [queries, keys] = GENERATE(std::pair{1, 33}, std::pair{4, B + 6}, std::pair{5, 3}, std::pair{67, 67});
  const float none[] = {-INFINITY, -INFINITY};
  const float large[] = {1e4F, std::numeric_limits<float>::max()};
  Problem problem({2, 2, 1, queries, keys, 8, 5}, 521);
  AttentionCall call = problem.call();
  call.band = Causal(keys - queries);
  for (const Plan& plan : plans()) {
    CAPTURE(plan.name, queries, keys);
    call.sinks = nullptr;
    const std::vector<float> without = output_of(problem, call, plan.add);
    call.sinks = none;
    CHECK(same_bits(output_of(problem, call, plan.add), without));
    call.sinks = large;
    for (const float x : output_of(problem, call, plan.add)) CHECK(x == 0.0F);
  }
}

TEST_CASE("a query alone has the bits that it has among others, with sinks", "[sinks]") {
  constexpr int kKeys = 149;
  constexpr int kQueries = 9;
  const float sinks[] = {1.25F, -3};
  Problem all({1, 2, 1, kQueries, kKeys, 32, 32}, 531);
  AttentionCall call = all.call();
  call.sinks = sinks;
  const std::vector<float> together = output_of(all, call, nothing);
  for (int q = 0; q < kQueries; ++q) {
    Problem one({1, 2, 1, 1, kKeys, 32, 32}, 531);
    one.key = all.key;
    one.value = all.value;
    for (int head = 0; head < 2; ++head) {
      std::copy_n(all.query.begin() + (head * kQueries + q) * 32, 32, one.query.begin() + head * 32);
    }
    AttentionCall alone = one.call();
    alone.sinks = sinks;
    const std::vector<float> output = output_of(one, alone, nothing);
    for (int head = 0; head < 2; ++head) {
      for (int c = 0; c < 32; ++c) {
        CHECK(output[static_cast<std::size_t>(head * 32 + c)] ==
              together[static_cast<std::size_t>((head * kQueries + q) * 32 + c)]);
      }
    }
  }
}

TEST_CASE("a cap of biased scores equals the reference under every plan", "[sinks]") {
  const auto [queries, keys] =
      GENERATE(std::pair{1, 33}, std::pair{4, B + 6}, std::pair{5, 3}, std::pair{3, 0}, std::pair{67, 67});
  const float sinks[] = {0.5F, -1, 2};
  Problem problem({2, 3, 1, queries, keys, 8, 5}, 541, 2);
  std::vector<float> mask = test::random_values(static_cast<std::size_t>(queries * keys), 542, 3);
  for (std::size_t i = 0; i < mask.size(); i += 4) mask[i] = -INFINITY;
  for (std::size_t i = 2; i < mask.size(); i += 9) mask[i] = std::numeric_limits<float>::lowest();
  AttentionCall call = problem.call();
  call.band = Causal(keys - queries);
  call.biased_cap = 1.5F;
  call.softcap = GENERATE(0.0F, 4.0F);
  if (GENERATE(false, true)) call.mask = {mask.data(), 0, 0, keys};
  if (GENERATE(false, true)) call.sinks = sinks;
  CAPTURE(queries, keys, call.softcap, call.sinks != nullptr, static_cast<bool>(call.mask));
  for (const Plan& plan : plans()) {
    CAPTURE(plan.name);
    check(problem, call, plan.add);
  }
}

TEST_CASE("a cap of biased scores in maps and in the ledger", "[sinks]") {
  Problem problem({1, 2, 2, 9, 9, 8, 8}, 551, 2);
  std::vector<float> mask = test::random_values(81, 552, 3);
  mask[4] = -INFINITY;
  mask[5] = std::numeric_limits<float>::lowest();
  AttentionCall call = problem.call();
  call.mask = {mask.data(), 0, 0, 9};
  call.biased_cap = 1.5F;
  PositionStack stack;
  put(stack, Alibi{});
  test::Maps maps;
  test::run_pipeline(problem, call, stack, &maps);
  PositionStack same;
  put(same, Alibi{});
  OwnedCall owned;
  test::take_through(owned, problem, call, same);
  std::vector<float> scores(maps.scores.size(), -77.0F);
  REQUIRE(attend(owned.call, same, {scores.data()}).ok());
  CHECK(test::largest_difference(scores, maps.scores) <= kTolerance);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    double sum = 0;
    for (std::size_t term = 0; term < kTerms; ++term) sum += maps.ledger[term * scores.size() + i];
    if (i % 81 == 4) CHECK(scores[i] == -INFINITY);
    if (i % 81 == 5) CHECK(scores[i] == -1.5F);
    if (i % 81 != 4 && i % 81 != 5) CHECK(std::abs(sum - scores[i]) <= 1e-5);
  }
}
