// Overridden distances in tiles of rows that are rotated twice, against the row kernel, which rotates each pair.
#include "attention/twice_rotated.hpp"

#include "attention/attend.hpp"
#include "attention/lower.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/log_n.hpp"
#include "position/encodings/mrope.hpp"
#include "position/encodings/rerope.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/self_extend.hpp"
#include "stacks.hpp"
#include "support.hpp"

using namespace whereformer;
using whereformer::test::largest_difference;
using whereformer::test::Problem;

namespace {

Rerope rerope(int window) {
  Rerope e;
  e.window = window;
  return e;
}

SelfExtend self_extend(int group, int window) {
  SelfExtend e;
  e.group = group;
  e.window = window;
  return e;
}

Rope rope(int rotary_dim) {
  Rope e;
  e.rotary_dim = rotary_dim;
  return e;
}

// NaN counts as a difference.
double difference(Problem& problem, AttentionCall call, PositionStack& stack) {
  REQUIRE(stack.prepare(problem.geometry()).ok());
  CHECK(lower(stack, shape_of(call)).far);
  REQUIRE(attend(call, stack).ok());
  const std::vector<float> tiles = problem.output;
  REQUIRE(attend_rows(call, stack, {}).ok());
  double largest = 0;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const double apart = std::abs(static_cast<double>(tiles[i]) - problem.output[i]);
    if (!(apart <= largest)) largest = apart;
  }
  return largest;
}

}  // namespace

TEST_CASE("two rotations and a choice by distance equal a rotation of each pair") {
  const int queries = GENERATE(1, simd::kTileWidth - 1, simd::kTileWidth + 1, 67);
  const int keys = GENERATE(1, simd::kLanes + 1, kKeyBlock + 7);
  const int width = GENERATE(2, 6, 16);
  const int window = GENERATE(0, 1, 5, 40, 1000);
  CAPTURE(queries, keys, width, window);
  Problem problem({2, 4, 2, queries, keys, width, 3}, 13);
  AttentionCall call = problem.call();
  for (const bool extends : {false, true}) {
    PositionStack stack;
    put(stack, rope(0));
    if (extends) {
      put(stack, self_extend(3, window));
    } else {
      put(stack, rerope(window));
    }
    CHECK(difference(problem, call, stack) <= 4e-6);
    call.band = Causal(keys - queries);
    CHECK(difference(problem, call, stack) <= 4e-6);
  }
}

TEST_CASE("rows keep what is rotated by the token's own position, and channels that are not rotated") {
  const bool before = GENERATE(false, true);
  const int first = GENERATE(0, 2000);
  Problem problem({1, 2, 1, 37, 53, 8, 5}, 13);
  for (auto* positions : {&problem.query_positions, &problem.key_positions}) {
    for (float& position : *positions) position += static_cast<float>(first);
  }
  LogN log_n;
  log_n.train_length = 16;
  PositionStack stack;
  if (before) put(stack, log_n);
  put(stack, rope(4));
  if (!before) put(stack, log_n);
  put(stack, self_extend(4, 11));
  CHECK(difference(problem, problem.call(), stack) <= 4e-6);
}

TEST_CASE("positions may be any whole numbers") {
  Problem problem({1, 2, 1, 19, 53, 8, 5}, 13);
  for (std::size_t i = 0; i < problem.key_positions.size(); ++i) {
    problem.key_positions[i] = static_cast<float>(static_cast<int>(i * 29 % 53) - 7);
  }
  PositionStack stack;
  put(stack, rope(0));
  put(stack, self_extend(3, 10));
  CHECK(difference(problem, problem.call(), stack) <= 4e-6);
  PositionStack other;
  put(other, rope(0));
  put(other, rerope(9));
  CHECK(difference(problem, problem.call(), other) <= 4e-6);
}

TEST_CASE("a hidden key that is not a number has no influence on far pairs either") {
  Problem problem({1, 1, 1, 20, 20, 4, 4}, 13);
  AttentionCall call = problem.call();
  call.band = Causal(0);
  for (int c = 0; c < 4; ++c) problem.key[static_cast<std::size_t>(19 * 4 + c)] = NAN;
  PositionStack stack;
  put(stack, rope(0));
  put(stack, rerope(3));
  REQUIRE(stack.prepare(problem.geometry()).ok());
  REQUIRE(attend(call, stack).ok());
  for (int i = 0; i < 19 * 4; ++i)
    CHECK(problem.output[static_cast<std::size_t>(i)] == problem.output[static_cast<std::size_t>(i)]);
  CHECK(problem.output[19 * 4] != problem.output[19 * 4]);
}

TEST_CASE("what two rotations do not serve takes the row kernel") {
  Problem problem({1, 1, 1, 9, 9, 4, 4});
  const auto far = [&](auto... parts) {
    PositionStack stack;
    (put(stack, std::move(parts)), ...);
    REQUIRE(stack.prepare(problem.geometry()).ok());
    return stack.far_part() != nullptr;
  };
  CHECK(far(rope(0), rerope(3)));
  CHECK(far(rerope(3), rope(0)));
  CHECK(far(self_extend(2, 3)));
  CHECK_FALSE(far(rope(0)));
  CHECK_FALSE(far(rope(0), rerope(3), Alibi{}));            // a bias by the overridden distance
  CHECK_FALSE(far(rope(0), rerope(3), self_extend(2, 5)));  // one overrides what the other made
  PositionStack stack;
  put(stack, rope(0));
  put(stack, rerope(3));
  REQUIRE(stack.prepare(problem.geometry()).ok());
  for (float& position : problem.key_positions) position += 0.5F;
  CHECK(lower(stack, shape_of(problem.call())).kernel == Lowering::Kernel::rows);
}

TEST_CASE("rotation by ids that a table has is refused beside overridden distances") {
  Mrope mrope;
  mrope.sections = numbers({1, 1, 0});
  PositionStack numbers_only;
  PositionStack stack;
  {
    Mrope plain;
    plain.sections = numbers({1, 1, 0});
    put(numbers_only, std::move(plain));
  }
  put(numbers_only, rerope(3));
  CHECK(numbers_only.prepare({1, 4}).ok());
  const std::vector<float> ids(3 * 16, 1);
  REQUIRE(mrope.grid.values.copy_from(ids).ok());
  mrope.grid.rows = 3;
  mrope.grid.columns = 16;
  put(stack, std::move(mrope));
  put(stack, rerope(3));
  const Status status = stack.prepare({1, 4});
  CHECK_FALSE(status.ok());
  CHECK(std::string(status.argument) == "position");
}
