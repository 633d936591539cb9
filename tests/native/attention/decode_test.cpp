// Attention of few queries against the double reference: every plan, awkward sizes, hidden and extreme values. One query more than
// is taken singly goes through tiles, as do masks and biases that are no rows, so that both sides of that border are tested.
#include "attention/lower.hpp"
#include "attention/pipeline.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/none.hpp"
#include "position/encodings/t5_buckets.hpp"
#include "stacks.hpp"

using namespace whereformer;
using whereformer::test::difference;
using whereformer::test::Problem;
using whereformer::test::random_values;
using whereformer::test::run_pipeline;

namespace {

// relative to values in [−1, 1]
constexpr double kTolerance = 4e-6;

const auto none = [] { return None{}; };
const auto alibi = [] { return Alibi{}; };

const auto symmetric_alibi = [] {
  Alibi e;
  e.symmetric = true;
  return e;
};

T5Buckets t5(int heads) {
  T5Buckets e;
  e.bidirectional = false;
  e.table.rows = 32;
  e.table.columns = heads;
  REQUIRE(e.table.values.copy_from(random_values(static_cast<std::size_t>(32 * heads), 5)).ok());
  return e;
}

}  // namespace

TEST_CASE("few queries equal the reference at every number of keys to 131, at 257 and at 513") {
  std::vector<int> lengths{191, 192, 193, 257, 509, 513};
  for (int n = 0; n <= 131; ++n) lengths.push_back(n);
  for (const int keys : lengths) {
    const int queries = 1 + keys % (kFewQueries + 1);
    Problem problem({1, 2, 1, queries, keys, 5, 7}, 11);
    AttentionCall call = problem.call();
    CAPTURE(keys, queries);
    CHECK(difference(problem, call, none) <= kTolerance);
    call.band = Causal(keys - queries);
    CHECK(difference(problem, call, none) <= kTolerance);
  }
}

TEST_CASE("few queries equal the reference at every head size to 130") {
  for (int dim = 1; dim <= 130; ++dim) {
    Problem problem({1, 1, 1, 1 + dim % kFewQueries, 19, dim, 131 - dim}, 12);
    CAPTURE(dim);
    CHECK(difference(problem, problem.call(), alibi) <= kTolerance);
  }
}

TEST_CASE("few queries of 1 to 17 heads share their key heads") {
  for (int heads = 1; heads <= 17; ++heads) {
    for (int kv_heads = 1; kv_heads <= heads; ++kv_heads) {
      if (heads % kv_heads != 0) continue;
      Problem problem({2, heads, kv_heads, 2, 11, 6, 5}, 21);
      CAPTURE(heads, kv_heads);
      CHECK(difference(problem, problem.call(), none) <= kTolerance);
    }
  }
}

TEST_CASE("few queries under every bias plan equal the reference, with and without softcap") {
  const int keys = GENERATE(kFewQueries + 1, 7, 97, 211);
  const int queries = GENERATE(1, 2, kFewQueries, kFewQueries + 1);
  const float cap = GENERATE(0.0F, 3.0F);
  const int kind = GENERATE(0, 1, 2, 3, 4);
  const bool gapped = GENERATE(false, true);
  const int heads = 3;
  Problem problem({2, heads, 3, queries, keys, 8, 8}, 31, 2);
  if (gapped) {
    for (int k = keys / 2; k < keys; ++k) problem.key_positions[static_cast<std::size_t>(k)] += 40;
  }
  AttentionCall call = problem.call();
  call.band = Causal(keys - queries);
  call.softcap = cap;
  const auto buckets = [&] { return t5(heads); };
  CAPTURE(keys, queries, cap, kind, gapped);
  const double found = kind == 0   ? difference(problem, call, none)
                       : kind == 1 ? difference(problem, call, alibi)
                       : kind == 2 ? difference(problem, call, symmetric_alibi)
                       : kind == 3 ? difference(problem, call, buckets)
                                   : difference(problem, call, alibi, buckets);
  CHECK(found <= kTolerance);
}

TEST_CASE("windows, offsets and masks hide keys from few queries") {
  const auto [left, right, offset] =
      GENERATE(std::tuple{0, 0, 5}, std::tuple{2, 0, 128}, std::tuple{100, 3, 60}, std::tuple{kUnlimited, 0, -2},
               std::tuple{kUnlimited, 4, 0}, std::tuple{200, kUnlimited, 131});
  const bool masked = GENERATE(false, true);
  const int keys = 131;
  Problem problem({2, 3, 3, 3, keys, 8, 8}, 51);
  std::vector<float> mask = random_values(static_cast<std::size_t>(6 * 3 * keys), 72, 3);
  for (std::size_t i = 0; i < mask.size(); i += 3) mask[i] = -INFINITY;
  for (std::size_t i = 0; i < static_cast<std::size_t>(keys); ++i) mask[i] = -INFINITY;  // query 0 sees nothing
  AttentionCall call = problem.call();
  call.band = Window(left, right, offset);
  if (masked) call.mask = {mask.data(), 3 * 3 * keys, 3 * keys, keys};
  CAPTURE(left, right, offset, masked);
  CHECK(difference(problem, call, alibi) <= kTolerance);
  if (masked) {
    for (std::size_t i = 0; i < 8; ++i) CHECK(problem.output[i] == 0.0F);
  }
}

TEST_CASE("few queries: scores up to ±1e4 stay finite and exact") {
  Problem problem({1, 1, 1, 2, 133, 4, 4}, 91, 70);  // scores up to about ±1e4
  // float32 scores of 1e4 carry an error of about 1e-3
  CHECK(difference(problem, problem.call(), none) <= 5e-3);
  for (const float x : problem.output) CHECK(std::isfinite(x));
}

TEST_CASE("few queries: the maximum is found at any key, and far smaller scores have weight exactly 0") {
  const int at = GENERATE(0, 1, 79, 80, 95, 96, 191, 192, 199);
  Problem problem({1, 1, 1, 1, 200, 1, 3}, 92);
  std::fill(problem.query.begin(), problem.query.end(), 1.0F);
  std::fill(problem.key.begin(), problem.key.end(), -1e4F);
  problem.key[static_cast<std::size_t>(at)] = 1e4F;
  for (int k = 0; k < 200; ++k) {
    for (int c = 0; c < 3 && k != at; ++c) problem.value[static_cast<std::size_t>(3 * k + c)] = 1e30F;
  }
  CHECK(difference(problem, problem.call(), none) <= kTolerance);
}

TEST_CASE("few queries: NaN and infinity in hidden keys and values do not leak, visible ones show") {
  const bool masked = GENERATE(false, true);
  Problem problem({1, 1, 1, 2, 9, 4, 4}, 95);
  for (std::size_t c = 0; c < 4; ++c) {
    problem.key[8 * 4 + c] = NAN;
    problem.value[8 * 4 + c] = INFINITY;
  }
  const std::vector<float> mask{0, 0, 0, 0, 0, 0, 0, 0, -INFINITY, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  AttentionCall call = problem.call();
  if (masked) {
    call.mask = {mask.data(), 0, 0, 9};
  } else {
    call.band = Causal(7);
  }
  CHECK(difference(problem, call, none) <= kTolerance);
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::isfinite(problem.output[i]));
  for (std::size_t i = 4; i < 8; ++i) CHECK(std::isnan(problem.output[i]));
}

TEST_CASE("few queries: weights sum to 1 within 1e-6 up to 16 384 keys") {
  const int keys = GENERATE(1, 5, 97, 1021, 16384);
  Problem problem({1, 1, 1, 3, keys, 8, 5}, 101);
  std::fill(problem.value.begin(), problem.value.end(), 1.0F);
  PositionStack stack;
  run_pipeline(problem, problem.call(), stack);
  for (const float x : problem.output) CHECK(std::abs(x - 1) < 1e-6F);
}

TEST_CASE("a query alone has the bits that it has among others") {
  const bool biased = GENERATE(false, true);
  const int keys = 149;
  const int queries = 9;
  Problem all({1, 2, 1, queries, keys, 32, 32}, 107);
  AttentionCall call = all.call();
  call.band = Causal(keys - queries);
  PositionStack stack;
  if (biased) put(stack, t5(2));
  run_pipeline(all, call, stack);
  for (int q = 0; q < queries; ++q) {
    Problem one({1, 2, 1, 1, keys, 32, 32}, 107);
    one.key = all.key;
    one.value = all.value;
    one.query_positions = {static_cast<float>(keys - queries + q)};
    const auto row = [&](std::vector<float>& from, int head) {
      return from.begin() + static_cast<std::ptrdiff_t>(head * queries + q) * 32;
    };
    for (int head = 0; head < 2; ++head) std::copy_n(row(all.query, head), 32, one.query.begin() + head * 32);
    AttentionCall alone = one.call();
    alone.band = Causal(keys - queries + q);
    PositionStack same;
    if (biased) put(same, t5(2));
    run_pipeline(one, alone, same);
    for (int head = 0; head < 2; ++head) {
      for (int c = 0; c < 32; ++c) {
        CHECK(row(all.output, head)[c] == one.output[static_cast<std::size_t>(head * 32 + c)]);
      }
    }
  }
}
