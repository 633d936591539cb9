#include "position/encodings.hpp"

#include "attention/stack.hpp"
#include "stacks.hpp"
#include "support.hpp"

using namespace whereformer;
using whereformer::test::positions_from;

TEST_CASE("geometries that no array could hold are refused before anything is allocated") {
  const auto refused = [](Geometry geometry) {
    PositionStack stack;
    put(stack, Alibi{});
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
  std::unique_ptr<AnyEncoding> made;
  REQUIRE(make_encoding("alibi", made).ok());
  CHECK(std::string_view(made->type()) == "alibi");
  CHECK(make_encoding("t5", made).ok());
  CHECK(make_encoding("rotary", made).code == Code::unsupported);
  CHECK(make_encoding("", made).code == Code::unsupported);
}

TEST_CASE("a run-time stack means what the compile-time stack means") {
  Rope rope;
  Alibi alibi;
  const Geometry geometry{2, 4, 0};
  REQUIRE(rope.prepare(geometry).ok());
  REQUIRE(alibi.prepare(geometry).ok());
  const Stack fixed(std::move(rope), std::move(alibi));
  PositionStack chosen;
  put(chosen, Rope{});
  put(chosen, Alibi{});
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
  put(stack, std::move(rope));
  CHECK(std::string(stack.prepare({1, 8, 0}).argument) == "base");
}

TEST_CASE("hooks that at most one encoding may have are refused twice") {
  PositionStack wide;
  put(wide, Pope{});
  put(wide, Pope{});
  CHECK(wide.prepare({2, 4}).argument == std::string_view("position"));
  PositionStack capped;
  put(capped, Softcap{});
  put(capped, Softcap{});
  CHECK_FALSE(capped.prepare({2, 4}).ok());
}
