// A rotation undone: plain loops in double, and back to where it began.
#include <functional>
#include <string>

#include "attention/rotation.hpp"
#include "position/encodings/log_n.hpp"
#include "position/encodings/none.hpp"
#include "position/encodings/pope.hpp"
#include "position/encodings/rerope.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/rope2d.hpp"
#include "position/encodings/xpos.hpp"
#include "stacks.hpp"
#include "support.hpp"

using namespace whereformer;

namespace {

constexpr int kHeads = 2;

Rope yarn(bool values) {
  Rope e;
  e.layout = whereformer::Layout::interleaved;
  e.rotary_start = 2;
  e.rotary_dim = 4;
  e.rotate_values = values;
  e.scaling.type = RopeScaling::Type::yarn;
  e.scaling.factor = 16;
  e.scaling.original_max = 8;
  return e;
}

// Turns rows [heads][tokens][width] as the stack does, or undoes it; the status is that of invert.
Status turn(PositionStack& stack, std::vector<float>& x, const std::vector<float>& positions, int width, Side side,
            bool inverse) {
  REQUIRE(stack.prepare(Geometry{kHeads, width, 0}.over(positions)).ok());
  Rotation rotation;
  REQUIRE(rotation.prepare(stack, positions, {side, kHeads, 1, width}).ok());
  if (inverse) TRY(rotation.invert());
  rotation.apply(HeadRows<float>::contiguous(x.data(), kHeads, static_cast<int>(positions.size()), width), 1);
  return {};
}

void check_undone(const std::string& name, const std::function<void(PositionStack&)>& add, int tokens, Side side) {
  constexpr int width = 8;
  PositionStack stack;
  add(stack);
  const std::vector<float> positions = test::positions_from(5, tokens);
  const std::vector<float> x = test::random_values(static_cast<std::size_t>(kHeads * tokens * width), 3);
  std::vector<float> back = x;
  REQUIRE(turn(stack, back, positions, width, side, false).ok());
  const bool turns = !test::same_bits(back, x);
  REQUIRE(turn(stack, back, positions, width, side, true).ok());
  CAPTURE(name, tokens, turns);
  CHECK(test::largest_difference(back, x) <= 1e-6);
}

}  // namespace

TEST_CASE("an inverted rotation leads back, each side with its own scale") {
  const int tokens = GENERATE(0, 1, 7, 33);
  const Side side = GENERATE(Side::query, Side::key, Side::value);
  check_undone("none", [](PositionStack& s) { put(s, None{}); }, tokens, side);
  check_undone("yarn", [](PositionStack& s) { put(s, yarn(false)); }, tokens, side);
  check_undone("yarn of values", [](PositionStack& s) { put(s, yarn(true)); }, tokens, side);
  check_undone("xpos", [](PositionStack& s) { put(s, Xpos{}); }, tokens, side);
  check_undone(
      "overridden distances",
      [](PositionStack& s) {
        put(s, Rope{});
        put(s, Rerope{});
      },
      tokens, side);
  check_undone(
      "rotations of other pairs, which do not commute",
      [](PositionStack& s) {
        put(s, Rope{});
        put(s, yarn(true));
        put(s, Xpos{});
        Rope2d grid;
        grid.width = 3;
        put(s, std::move(grid));
      },
      tokens, side);
}

TEST_CASE("an inverted rotation is the opposite turn, divided by the attention factor") {
  constexpr int width = 8;
  constexpr int tokens = 9;
  PositionStack stack;
  put(stack, yarn(true));
  const std::vector<float> positions = test::positions_from(0, tokens);
  const std::vector<float> x = test::random_values(kHeads * tokens * width, 3);
  std::vector<float> back = x;
  REQUIRE(turn(stack, back, positions, width, Side::value, true).ok());
  const std::span<const double> inverse = stack.parts()[0]->inverse_frequencies();
  const double factor = stack.parts()[0]->attention_factor();
  REQUIRE(factor > 1.2);
  std::vector<float> expected = x;
  for (std::size_t row = 0; row < kHeads * tokens; ++row) {
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t a = row * width + 2 + 2 * i;
      const double angle = static_cast<double>(row % tokens) * inverse[i];
      expected[a] = static_cast<float>((x[a] * std::cos(angle) + x[a + 1] * std::sin(angle)) / factor);
      expected[a + 1] = static_cast<float>((x[a + 1] * std::cos(angle) - x[a] * std::sin(angle)) / factor);
    }
  }
  CHECK(test::largest_difference(back, expected) <= 3e-7);
}

TEST_CASE("what is no rotation of pairs has no inverse") {
  const std::vector<float> positions{0, 1};
  std::vector<float> x = test::random_values(kHeads * 2 * 8, 3);
  const std::vector<float> before = x;
  PositionStack stack;
  put(stack, Rope{});
  put(stack, LogN{});
  const Status status = turn(stack, x, positions, 8, Side::query, true);
  CHECK(std::string(status.argument) == "position");
  CHECK(std::string(status.word) == "logN");
  CHECK(test::same_bits(x, before));
  CHECK(turn(stack, x, positions, 8, Side::value, true).ok());  // which none of them touches
  CHECK(test::same_bits(x, before));
}
