// Maps that tiles write, against those of the row kernel: every plan, awkward sizes, masks and caps, what is hidden and what is not finite.
#include "attention/streaming/tile_maps.hpp"

#include "attention/attend.hpp"
#include "attention/pipeline.hpp"
#include "attention/plans.hpp"
#include "position/encodings/mask.hpp"
#include "position/encodings/none.hpp"
#include "position/encodings/rope.hpp"

using namespace whereformer;
using test::Plan;
using test::plans;
using test::Problem;
using test::same_bits;

namespace {

constexpr int W = simd::kTileWidth;
constexpr int B = kKeyBlock;

// All maps of one call, and its output.
struct Found {
  explicit Found(const AttentionCall& call)
      : size(static_cast<std::size_t>(call.batch * call.heads * call.queries * call.keys)),
        scores(size, -77.0F),
        weights(size, -77.0F),
        raw(size, -77.0F),
        capped(size, -77.0F) {}

  AttentionMaps maps() { return {scores.data(), weights.data(), nullptr, raw.data(), capped.data()}; }

  std::size_t size;
  std::vector<float> scores;
  std::vector<float> weights;
  std::vector<float> raw;
  std::vector<float> capped;
  std::vector<float> output;
};

// Relative to numbers above 1.
double difference(std::vector<float> actual, std::vector<float> expected) {
  REQUIRE(actual.size() == expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const float size = std::max(1.0F, std::abs(expected[i]));
    if (std::isfinite(size)) actual[i] /= size, expected[i] /= size;
  }
  return test::largest_difference(actual, expected);
}

template <class Attend>
void run(Attend&& attend_to, OwnedCall& owned, Found& to) {
  std::fill(owned.output.begin(), owned.output.end(), -77.0F);
  REQUIRE(attend_to().ok());
  to.output.assign(owned.output.begin(), owned.output.end());
}

// `exact`: beside weights or scores the output has the bits that it has alone.
void check(Problem& problem, const AttentionCall& asked, const std::function<void(PositionStack&)>& add,
           bool exact = true) {
  PositionStack stack;
  add(stack);
  OwnedCall owned;
  test::take_through(owned, problem, asked, stack);
  const AttentionCall& call = owned.call;
  Found rows(call);
  Found tiles(call);
  Found none(call);
  run([&] { return attend_rows(call, stack, rows.maps()); }, owned, rows);
  run([&] { return attend(call, stack, tiles.maps()); }, owned, tiles);
  run([&] { return attend(call, stack); }, owned, none);
  CHECK(difference(tiles.scores, rows.scores) <= 4e-6);
  CHECK(difference(tiles.raw, rows.raw) <= 4e-6);
  CHECK(difference(tiles.capped, rows.capped) <= 4e-6);
  CHECK(difference(tiles.weights, rows.weights) <= 4e-6);
  CHECK(difference(tiles.output, rows.output) <= 4e-6);
  if (!exact) return;
  Found some(call);
  for (const AttentionMaps& maps : {AttentionMaps{some.scores.data()}, AttentionMaps{nullptr, some.weights.data()}}) {
    run([&] { return attend(call, stack, maps); }, owned, some);
    CHECK(same_bits(some.output, none.output));
  }
  CHECK(difference(some.scores, rows.scores) <= 4e-6);
  CHECK(difference(some.weights, rows.weights) <= 4e-6);
}

void nothing(PositionStack& stack) { put(stack, None{}); }

}  // namespace

TEST_CASE("maps by tiles equal those of the row kernel under every plan", "[tile_maps]") {
  const auto [queries, keys] =
      GENERATE(std::pair{1, 1}, std::pair{1, 33}, std::pair{4, B + 6}, std::pair{5, 3}, std::pair{3, 0},
               std::pair{W + 1, W + 1}, std::pair{67, 67}, std::pair{13, 2 * B + 1}, std::pair{4 * W + 1, B});
  const int kind = GENERATE(0, 1, 2, 3);
  Problem problem({2, 3, 1, queries, keys, 8, 5}, 301);
  AttentionCall call = problem.call();
  const int offset = keys - queries;  // the first queries see nothing where there are fewer keys
  const Band bands[] = {{}, Causal(offset), Window(3, 1, offset), Causal(offset - 2)};
  call.band = bands[kind];
  for (const float cap : {0.0F, 2.0F}) {
    call.softcap = cap;
    for (const Plan& plan : plans()) {
      CAPTURE(queries, keys, kind, cap, plan.name);
      check(problem, call, plan.add);
    }
  }
}

TEST_CASE("maps by tiles of every length equal those of the row kernel", "[tile_maps]") {
  for (int n = 0; n <= 3 * B; n += n < 2 * W + 2 ? 1 : 23) {
    Problem problem({1, 2, 2, n, n, 1 + n % 9, 1 + n % 5}, 311);
    AttentionCall call = problem.call();
    CAPTURE(n);
    check(problem, call, nothing);
    call.band = Causal();
    check(problem, call, plans()[static_cast<std::size_t>(n) % plans().size()].add);
  }
}

TEST_CASE("maps by tiles at positions that are rotated, shifted or have gaps", "[tile_maps]") {
  const bool gaps = GENERATE(false, true);
  Problem problem({1, 4, 2, 21, 29, 8, 8}, 321);
  for (auto* positions : {&problem.query_positions, &problem.key_positions}) {
    for (float& p : *positions) p = gaps ? 3 * p + (p > 9 ? 40.0F : 0.0F) : p + 1000;
  }
  CAPTURE(gaps);
  for (const Plan& plan : plans()) {
    CAPTURE(plan.name);
    check(problem, problem.call(), [&](PositionStack& stack) {
      put(stack, Rope{});
      plan.add(stack);
    });
  }
}

TEST_CASE("masks in maps by tiles: holes, broadcast rows, the lowest finite number", "[tile_maps]") {
  const int queries = GENERATE(3, 23);
  constexpr int kKeys = B + 23;
  const float low = GENERATE(-1.0F, -1e9F, -1e38F, std::numeric_limits<float>::lowest());
  Problem problem({1, 2, 2, queries, kKeys, 8, 8}, 331, 3);
  std::vector<float> mask = test::random_values(static_cast<std::size_t>(queries * kKeys), 332);
  for (std::size_t i = 0; i < mask.size(); i += 3) mask[i] = -INFINITY;
  for (std::size_t i = 1; i < mask.size(); i += 3) mask[i] = low;
  std::fill_n(mask.begin(), kKeys, -INFINITY);  // query 0 sees nothing
  // Query 1 sees low masks alone. Beside 1e9 scores vanish in float32, as in any attention of float32, but not in the row kernel's doubles.
  if (low != -1e9F) std::fill_n(mask.begin() + kKeys, kKeys, low);
  AttentionCall call = problem.call();
  CAPTURE(queries, low);
  for (const bool broadcast : {false, true}) {
    call.mask = broadcast ? MaskBias{mask.data() + 2 * kKeys, 0, 0, 0} : MaskBias{mask.data(), 0, 0, kKeys};
    for (const Band band : {Band{}, Band(Causal(kKeys - queries))}) {
      call.band = band;
      check(problem, call, nothing);
      check(problem, call, [](PositionStack& stack) {
        Mask dilated;
        dilated.kind = Mask::Kind::dilated;
        dilated.dilation = 2;
        put(stack, std::move(dilated));
        put(stack, Alibi{});
      });
    }
  }
}

TEST_CASE("what is not finite shows in maps by tiles as in those of the row kernel", "[tile_maps]") {
  const float poison = GENERATE(NAN, INFINITY, -INFINITY);
  const int side = GENERATE(0, 1, 2);
  const int value_dim = GENERATE(0, 4);
  Problem problem({1, 2, 1, 9, 11, 4, value_dim}, 341);
  std::vector<float>& rows = side == 0 ? problem.query : side == 1 ? problem.key : problem.value;
  if (rows.empty()) return;
  rows[9] = poison;
  AttentionCall call = problem.call();
  CAPTURE(poison, side, value_dim);
  check(problem, call, nothing, false);
  call.band = Causal(-1);  // some queries do not see it
  check(problem, call, nothing, false);
}

TEST_CASE("weights by tiles are exact where they can be, and sum to 1", "[tile_maps]") {
  const int n = GENERATE(1, 3, 8, B, 2 * B + 5);
  Problem problem({1, 1, 1, n, n, 4, 4}, 351, GENERATE(0.0F, 1.0F, 100.0F));
  AttentionCall call = problem.call();
  call.band = Causal();
  PositionStack stack;
  REQUIRE(stack.prepare(problem.geometry()).ok());
  Found found(call);
  REQUIRE(attend(call, stack, found.maps()).ok());
  CHECK(found.weights[0] == 1);
  for (int q = 0; q < n; ++q) {
    double sum = 0;
    for (int k = 0; k < n; ++k) sum += found.weights[static_cast<std::size_t>(q * n + k)];
    CHECK(std::abs(sum - 1) <= 1e-6);
  }
  if (problem.query[0] == 0) CHECK(found.weights.back() == 1 / static_cast<float>(n));
}

TEST_CASE("a block of keys whose weights a later maximum makes vanish is zero, not denormal", "[tile_maps]") {
  constexpr int kKeys = 4 * B + 7;
  Problem problem({1, 2, 2, W + 3, kKeys, 4, 4}, 361);
  AttentionCall call = problem.call();
  call.band = Causal(kKeys - W - 3);
  check(problem, call, [](PositionStack& stack) { put(stack, Alibi{}); });
  PositionStack stack;
  put(stack, Alibi{});
  REQUIRE(stack.prepare(problem.geometry()).ok());
  Found found(call);
  REQUIRE(attend(call, stack, found.maps()).ok());
  for (const float weight : found.weights) CHECK((weight == 0 || weight > 1e-37F));
}
