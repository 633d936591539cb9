#include "attention/stack.hpp"
#include "position/any.hpp"
#include "support.hpp"

using namespace whereformer;
using whereformer::test::positions_from;

TEST_CASE("geometries that no array could hold are refused before anything is allocated") {
  const auto refused = [](Geometry geometry) {
    PositionStack stack;
    stack.add(Alibi{});
    return std::string(stack.prepare(geometry).argument);
  };
  CHECK(refused({2000000000, 4, 4}) == "heads");
  CHECK(refused({0, 4, 4}) == "heads");
  CHECK(refused({1, 2000000000, 4}) == "headDim");
  CHECK(refused({1, -1, 4}) == "headDim");
  CHECK(refused({1, 4, 2000000000}) == "dim");
  CHECK(refused({1, 4, 4}).empty());
}

TEST_CASE("encodings are made by their type, unknown types are refused") {
  const auto made = make_encoding("alibi");
  REQUIRE(made != nullptr);
  CHECK(std::string_view(made->type()) == "alibi");
  CHECK(make_encoding("t5") != nullptr);
  CHECK(make_encoding("rotary") == nullptr);
  CHECK(make_encoding("") == nullptr);
}

TEST_CASE("a run-time stack means what the compile-time stack means") {
  Rope rope;
  Alibi alibi;
  const Geometry geometry{2, 4, 0};
  REQUIRE(rope.prepare(geometry).ok());
  REQUIRE(alibi.prepare(geometry).ok());
  const Stack fixed(rope, alibi);
  PositionStack chosen;
  chosen.add(Rope(rope));
  chosen.add(Alibi(alibi));
  REQUIRE(chosen.prepare(geometry).ok());
  std::vector<double> a{1, 2, 3, 4};
  std::vector<double> b = a;
  a = rotated(fixed, a, 7, 1, Side::query, 7);
  chosen.rotate(std::span<double>(b), 4, 7, 1, Side::query, 7);
  CHECK(a == b);
  CHECK(scalar_bias(fixed, 1, {9, 2}) == chosen.bias(1, {9, 2}));
  CHECK(scalar_bias(fixed, 1, {9, 2}) == -7 * std::exp2(-8.0));
}

TEST_CASE("a number out of range is refused by name, however the stack was built") {
  PositionStack stack;
  Rope rope;
  rope.base = 1;
  stack.add(std::move(rope));
  CHECK(std::string(stack.prepare({1, 8, 0}).argument) == "base");
}

TEST_CASE("hooks that at most one encoding may have are refused twice") {
  PositionStack wide;
  wide.add(Pope{});
  wide.add(Pope{});
  CHECK(wide.prepare({2, 4}).argument == std::string_view("position"));
  PositionStack capped;
  capped.add(Softcap{});
  capped.add(Softcap{});
  CHECK_FALSE(capped.prepare({2, 4}).ok());
}
