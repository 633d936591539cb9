// Tables of biases that are kept from pass to pass have what the hooks answer, whatever passes came before.
#include "attention/by_distance/distance_biases.hpp"

#include <numbers>

#include "attention/attend.hpp"
#include "position/encodings/kerple.hpp"
#include "position/encodings/t5_buckets.hpp"
#include "stacks.hpp"
#include "support.hpp"

using namespace whereformer;
using whereformer::test::Problem;

namespace {

constexpr int kHeads = 3;

Kerple kerple(double rate) {
  Kerple e;
  e.r1 = numbers({0.4, 0.01, 3});
  e.r2 = numbers({rate, 1, 0.25});
  return e;
}

T5Buckets t5(int max_distance) {
  T5Buckets e;
  const std::vector<float> values = test::random_values(8 * kHeads, 3);
  REQUIRE(e.table.values.copy_from(values).ok());
  e.table.rows = 8;
  e.table.columns = kHeads;
  e.max_distance = max_distance;
  return e;
}

template <class E>
void prepare(PositionStack& stack, E encoding) {
  put(stack, std::move(encoding));
  REQUIRE(stack.prepare({kHeads, 4}).ok());
}

struct Text {
  Text(int first_query, int queries, int first_key, int keys) {
    for (int i = 0; i < queries; ++i) query_positions.push_back(static_cast<float>(first_query + i));
    for (int i = 0; i < keys; ++i) key_positions.push_back(static_cast<float>(first_key + i));
  }

  AttentionCall call() const {
    AttentionCall call;
    call.heads = kHeads;
    call.queries = static_cast<int>(query_positions.size());
    call.keys = static_cast<int>(key_positions.size());
    call.query_positions = query_positions;
    call.key_positions = key_positions;
    return call;
  }

  std::vector<float> query_positions;
  std::vector<float> key_positions;
};

// Every pair's entry, to the bit.
void check(DistanceBiases& biases, const PositionStack& stack, const Text& text) {
  REQUIRE(biases.cover(stack, text.call()).ok());
  const DistanceRange& range = biases.range();
  REQUIRE(range.dense());
  int wrong = 0;
  for (int head = 0; head < kHeads; ++head) {
    const float* row = biases.base2() + head * biases.head_stride();
    for (const float query : text.query_positions) {
      for (const float key : text.key_positions) {
        const double bias = stack.bias(head, PairPositions(query, key)) * std::numbers::log2e;
        wrong += row[range.entry(query, key)] == static_cast<float>(bias) ? 0 : 1;
      }
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("a kept table has the biases of each pass, in whatever order passes come") {
  const bool saturates = GENERATE(false, true);
  PositionStack stack;
  if (saturates) {
    prepare(stack, t5(40));
  } else {
    prepare(stack, kerple(0.5));
  }
  DistanceBiases biases;
  for (const Text& text :
       {Text(0, 7, 0, 7), Text(7, 1, 0, 8), Text(8, 1, 0, 9), Text(3, 1, 0, 4),  // a prompt, tokens, a cropped cache
        Text(4, 13, 0, 17), Text(0, 1, 0, 1), Text(300, 5, 0, 305),              // a longer prompt
        Text(-9, 3, 20, 31), Text(5000, 2, 4000, 17),                            // padded, and far from all before
        Text(0, 61, 0, 61), Text(61, 3, 0, 64), Text(9000, 1, 3, 1)}) {
    CAPTURE(saturates, text.query_positions.front(), text.key_positions.front());
    check(biases, stack, text);
  }
}

TEST_CASE("a text that grows token by token finds its biases") {
  PositionStack stack;
  prepare(stack, kerple(0.5));
  const int past = GENERATE(0, 1, 2, 31);
  DistanceBiases biases;
  for (int token = 0; token < 70; ++token) check(biases, stack, Text(past + token, 1, 0, past + token + 1));
}

TEST_CASE("a table that is cleared is filled anew") {
  PositionStack stack;
  PositionStack other;
  prepare(stack, kerple(0.5));
  prepare(other, kerple(0.75));
  DistanceBiases biases;
  check(biases, stack, Text(0, 9, 0, 9));
  biases.clear();
  check(biases, other, Text(0, 9, 0, 9));
  biases.clear();
  check(biases, stack, Text(0, 5, 0, 5));
}

TEST_CASE("attention by a kept table has the bits that a table of its own gives") {
  const int queries = GENERATE(1, 4, 5, 37, 67);
  Problem problem({2, kHeads, 1, queries, 67, 4, 3}, 13);
  PositionStack stack;
  prepare(stack, kerple(0.5));
  AttentionCall call = problem.call();
  call.band = Causal(67 - queries);
  REQUIRE(attend(call, stack).ok());
  const std::vector<float> alone = problem.output;
  DistanceBiases biases;
  REQUIRE(biases.cover(stack, Text(0, 90, 0, 90).call()).ok());
  call.biases = &biases;
  REQUIRE(attend(call, stack).ok());
  CHECK(problem.output == alone);
}
