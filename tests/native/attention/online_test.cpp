// The streaming kernel against the double reference: every plan, awkward sizes, hidden and extreme values.
#include "attention/streaming/online.hpp"

#include "attention/pipeline.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/none.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/t5_buckets.hpp"
#include "simd/lanes.hpp"
#include "stacks.hpp"

using namespace whereformer;
using whereformer::test::difference;
using whereformer::test::largest_difference;
using whereformer::test::Maps;
using whereformer::test::Problem;
using whereformer::test::run_pipeline;

namespace {

constexpr int W = simd::kLanes;
// relative to values in [−1, 1]
constexpr double kTolerance = 4e-6;

const auto none = [] { return None{}; };
const auto alibi = [] { return Alibi{}; };

T5Buckets t5(int heads, bool bidirectional) {
  T5Buckets e;
  e.bidirectional = bidirectional;
  e.table.rows = 32;
  e.table.columns = heads;
  REQUIRE(e.table.values.copy_from(test::random_values(static_cast<std::size_t>(32 * heads), 5)).ok());
  return e;
}

// The rotate hook on a row of float32.
void rotate_row(const Rope& rope, float* row, int width, double position) {
  std::vector<double> wide(row, row + width);
  rope.rotate(wide, position, 0, Side::query);
  for (int c = 0; c < width; ++c) row[c] = static_cast<float>(wide[static_cast<std::size_t>(c)]);
}

}  // namespace

TEST_CASE("streaming attention equals the reference at awkward lengths") {
  const int n = GENERATE(0, 1, 3, W - 1, W, W + 1, 2 * W - 1, 2 * W, 2 * W + 1, 6 * W + 5, 61, 95, 96, 97, 193);
  const bool causal = GENERATE(false, true);
  const int dim = GENERATE(1, 4, 5, 16, 33);
  Problem problem({1, 2, 1, n, n, dim, dim}, 11);
  AttentionCall call = problem.call();
  if (causal) call.band = Causal();
  CAPTURE(n, causal, dim);
  CHECK(difference(problem, call, none) <= kTolerance);
}

TEST_CASE("streaming attention equals the reference at 257 and 513 keys and head sizes up to 130") {
  const auto [n, dim, value_dim] = GENERATE(std::tuple{513, 64, 64}, std::tuple{257, 130, 65}, std::tuple{127, 8, 3});
  Problem problem({1, 1, 1, 13, n, dim, value_dim}, 3);
  AttentionCall call = problem.call();
  call.band = Causal(n - 13);
  CHECK(difference(problem, call, none) <= kTolerance);
}

TEST_CASE("grouped queries share their key head") {
  const auto [heads, kv_heads] = GENERATE(std::pair{8, 1}, std::pair{6, 2}, std::pair{3, 3}, std::pair{17, 1});
  Problem problem({2, heads, kv_heads, 7, 11, 6, 5}, 21);
  CHECK(difference(problem, problem.call(), none) <= kTolerance);
}

TEST_CASE("every bias plan equals the reference") {
  const int n = GENERATE(1, 7, 2 * W + 1, 101);
  const bool causal = GENERATE(false, true);
  const int kind = GENERATE(0, 1, 2, 3, 4);
  const int heads = 3;
  Problem problem({2, heads, 3, n, n + 5, 8, 8}, 31);
  AttentionCall call = problem.call();
  if (causal) call.band = Causal(5);
  const auto symmetric = [] {
    Alibi e;
    e.symmetric = true;
    return e;
  };
  const auto buckets = [&] { return t5(heads, true); };
  const auto causal_buckets = [&] { return t5(heads, false); };
  CAPTURE(n, causal, kind);
  const double found = kind == 0   ? difference(problem, call, alibi)
                       : kind == 1 ? difference(problem, call, symmetric)
                       : kind == 2 ? difference(problem, call, buckets)
                       : kind == 3 ? difference(problem, call, causal_buckets)
                                   : difference(problem, call, alibi, buckets);
  CHECK(found <= kTolerance);
}

TEST_CASE("shifted and gapped positions equal the reference") {
  const bool gapped = GENERATE(false, true);
  const bool table = GENERATE(false, true);
  Problem problem({1, 2, 2, 19, 19, 8, 8}, 41);
  for (std::size_t i = 0; i < 19; ++i) {
    const float p = gapped ? static_cast<float>(3 * i + (i > 9 ? 40 : 0)) : static_cast<float>(i + 1000);
    problem.query_positions[i] = problem.key_positions[i] = p;
  }
  const auto buckets = [] { return t5(2, true); };
  const double found =
      table ? difference(problem, problem.call(), buckets) : difference(problem, problem.call(), alibi);
  CHECK(found <= kTolerance);
}

TEST_CASE("windows hide what is outside") {
  const auto [left, right] =
      GENERATE(std::pair{0, 0}, std::pair{2, 0}, std::pair{5, 3}, std::pair{kUnlimited, 4}, std::pair{200, kUnlimited});
  Problem problem({1, 1, 1, 130, 130, 4, 4}, 51);
  AttentionCall call = problem.call();
  call.band = Window(left, right);
  CHECK(difference(problem, call, none) <= kTolerance);
}

TEST_CASE("a query that sees no key gives zeros") {
  Problem problem({1, 1, 1, 9, 4, 4, 4}, 61);
  AttentionCall call = problem.call();
  call.band = Causal(-5);  // the first five queries come before every key
  CHECK(difference(problem, call, none) <= kTolerance);
  for (std::size_t i = 0; i < 5 * 4; ++i) CHECK(problem.output[i] == 0.0F);
  CHECK(problem.output[5 * 4] != 0.0F);
}

TEST_CASE("no keys at all give zeros") {
  Problem problem({1, 1, 1, 3, 0, 4, 4}, 62);
  PositionStack empty;
  run_pipeline(problem, problem.call(), empty);
  for (const float x : problem.output) CHECK(x == 0.0F);
}

TEST_CASE("an added mask broadcasts over batch and heads, and minus infinity hides") {
  const bool per_head = GENERATE(false, true);
  const int n = 23;
  Problem problem({2, 3, 3, n, n, 8, 8}, 71);
  std::vector<float> mask = test::random_values(static_cast<std::size_t>((per_head ? 6 : 1) * n * n), 72);
  for (std::size_t i = 0; i < mask.size(); i += 3) mask[i] = -INFINITY;
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) mask[i] = -INFINITY;  // query 0 sees nothing
  AttentionCall call = problem.call();
  call.mask = {mask.data(), per_head ? 3 * n * n : 0, per_head ? n * n : 0, n};
  CHECK(difference(problem, call, alibi) <= kTolerance);
  for (std::size_t i = 0; i < 8; ++i) CHECK(problem.output[i] == 0.0F);
}

TEST_CASE("the most negative float in a mask is not minus infinity") {
  Problem problem({1, 1, 1, 1, 5, 4, 4}, 73);
  const std::vector<float> mask(5, std::numeric_limits<float>::lowest());
  AttentionCall call = problem.call();
  call.mask = {mask.data(), 0, 0, 5};
  PositionStack empty;
  run_pipeline(problem, call, empty);
  float mean = 0;
  for (int k = 0; k < 5; ++k) mean += problem.value[static_cast<std::size_t>(4 * k)] / 5;
  CHECK(std::abs(problem.output[0] - mean) < 1e-6F);
}

TEST_CASE("softcap bends scores before the bias") {
  Problem problem({1, 2, 2, 17, 17, 8, 8}, 81, 6);
  AttentionCall call = problem.call();
  call.softcap = 5;
  CHECK(difference(problem, call, alibi) <= kTolerance);
}

TEST_CASE("extreme scores stay finite and exact") {
  Problem problem({1, 1, 1, 33, 33, 4, 4}, 91, 140);  // scores up to about ±4e4
  // float32 scores of 4e4 carry an error of about 4e-3
  CHECK(difference(problem, problem.call(), none) <= 2e-2);
  for (const float x : problem.output) CHECK(std::isfinite(x));
}

TEST_CASE("NaN in hidden keys and values does not leak, visible NaN shows") {
  Problem problem({1, 1, 1, 9, 9, 4, 4}, 95);
  for (std::size_t c = 0; c < 4; ++c) {
    problem.key[8 * 4 + c] = NAN;
    problem.value[8 * 4 + c] = INFINITY;
  }
  AttentionCall call = problem.call();
  call.band = Causal();
  CHECK(difference(problem, call, none) <= kTolerance);
  for (std::size_t i = 0; i < 8 * 4; ++i) CHECK(std::isfinite(problem.output[i]));
  for (std::size_t i = 8 * 4; i < 9 * 4; ++i) CHECK(std::isnan(problem.output[i]));
}

TEST_CASE("weights of every row sum to 1 within 1e-6, and scores are −∞ exactly where hidden") {
  const int n = GENERATE(1, 5, 64, 4096);
  Problem problem({1, 1, 1, 3, n, 8, 8}, 101);
  AttentionCall call = problem.call();
  call.band = Causal(n - 3);
  PositionStack stack;
  put(stack, Alibi{});
  Maps maps;
  run_pipeline(problem, call, stack, &maps);
  for (int i = 0; i < 3; ++i) {
    double sum = 0;
    for (int k = 0; k < n; ++k) {
      const std::size_t at = static_cast<std::size_t>(i * n + k);
      CHECK((maps.scores[at] == -INFINITY) == (k > i + n - 3));
      sum += maps.weights[at];
    }
    if (i + n - 3 >= 0) CHECK(std::abs(sum - 1) < 1e-6);
  }
}

TEST_CASE("weights times values are the output") {
  Problem problem({1, 2, 1, 21, 21, 8, 6}, 103);
  AttentionCall call = problem.call();
  call.band = Causal();
  PositionStack stack;
  put(stack, t5(2, false));
  Maps maps;
  run_pipeline(problem, call, stack, &maps);
  run_pipeline(problem, call, stack);
  for (std::size_t row = 0; row < 2 * 21; ++row) {
    for (std::size_t c = 0; c < 6; ++c) {
      double sum = 0;
      for (std::size_t k = 0; k < 21; ++k) sum += maps.weights[row * 21 + k] * problem.value[k * 6 + c];
      CHECK(std::abs(sum - problem.output[row * 6 + c]) < kTolerance);
    }
  }
}

TEST_CASE("prepared rotation equals the rotate hook for every width and layout") {
  const int dim = GENERATE(2, 4, 6, 8, 14, 16, 34, 64);
  const auto layout = GENERATE(Layout::half, Layout::interleaved);
  const int rotary = GENERATE(0, 2);
  const auto made = [&] {
    Rope rope;
    rope.layout = layout;
    rope.rotary_dim = rotary;
    return rope;
  };
  Rope rope = made();
  const Geometry geometry{2, dim, 0};
  REQUIRE(rope.prepare(geometry).ok());
  PositionStack stack;
  put(stack, made());
  REQUIRE(stack.prepare(geometry).ok());
  const std::vector<float> positions{0, 1, 5, 900, 16777215};
  std::vector<float> fast = test::random_values(static_cast<std::size_t>(2 * 5 * dim), 111);
  std::vector<float> slow = fast;
  Rotation rotation;
  REQUIRE(rotation.prepare(stack, positions, {Side::query, 2, 1, dim}).ok());
  rotation.apply(HeadRows<float>::contiguous(fast.data(), 2, 5, dim), 1);
  for (int row = 0; row < 10; ++row) {
    rotate_row(rope, slow.data() + row * dim, dim, positions[static_cast<std::size_t>(row % 5)]);
  }
  CHECK(largest_difference(fast, slow) <= 3e-7);
}

TEST_CASE(
    "rotations composed step by step equal the rotate hook, and are not composed where floats have no step of 1") {
  const float first = GENERATE(0.0F, -40.0F, 0.5F, 1000.0F, 0x1p24F - 150, 0x1p25F);
  const int tokens = GENERATE(7, 8, 9, 129, 300);
  constexpr int dim = 16;
  const auto type = GENERATE(RopeScaling::Type::none, RopeScaling::Type::yarn);
  const auto made = [&] {
    Rope rope;
    rope.scaling.type = type;
    rope.scaling.factor = 4;
    rope.scaling.original_max = 64;
    return rope;
  };
  Rope rope = made();
  const Geometry geometry{1, dim, 0};
  REQUIRE(rope.prepare(geometry).ok());
  PositionStack stack;
  put(stack, made());
  REQUIRE(stack.prepare(geometry).ok());
  std::vector<float> positions;
  for (int t = 0; t < tokens; ++t) positions.push_back(first + static_cast<float>(t));
  std::vector<float> fast = test::random_values(static_cast<std::size_t>(tokens * dim), 112);
  std::vector<float> slow = fast;
  Rotation rotation;
  REQUIRE(rotation.prepare(stack, positions, {Side::query, 1, 1, dim}).ok());
  rotation.apply(HeadRows<float>::contiguous(fast.data(), 1, tokens, dim), 1);
  for (int t = 0; t < tokens; ++t) {
    rotate_row(rope, slow.data() + t * dim, dim, positions[static_cast<std::size_t>(t)]);
  }
  CHECK(largest_difference(fast, slow) <= 5e-7);
}
