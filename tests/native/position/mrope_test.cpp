#include "position/encodings/mrope.hpp"

#include "position/encodings/rope.hpp"
#include "rows.hpp"
#include "stacks.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Mrope> && RotatesPairs<Mrope>);

namespace {

using Order = Mrope::Order;

Mrope mrope(Order order, std::vector<double> sections, bool with_grid = true) {
  Mrope e;
  e.order = order;
  e.sections = numbers(sections);
  // [3, tokens]: t, h, w of four positions
  if (with_grid) e.grid = table_of(3, 4, std::vector<float>{5, 5, 5, 9, 5, 5, 6, 9, 5, 6, 7, 9});
  return e;
}

// Which id rotates each pair: read from rows whose pairs are all (1, 0).
std::vector<int> axes(Mrope e) {
  e.grid = table_of(3, 1, std::vector<float>{0.25F, 0.5F, 0.75F});
  const int width = 2 * static_cast<int>(e.sections[0] + e.sections[1] + e.sections[2]);
  REQUIRE(e.prepare({1, width}).ok());
  std::vector<double> x(static_cast<std::size_t>(width), 0.0);
  for (int i = 0; i < width / 2; ++i) x[e.rotated_pairs().first(i)] = 1;
  x = turned(e, x, 0);
  std::vector<int> axis;
  for (int i = 0; i < width / 2; ++i) {
    const double angle = std::atan2(x[e.rotated_pairs().second(i)], x[e.rotated_pairs().first(i)]);
    axis.push_back(static_cast<int>(std::lround(angle * std::pow(10000.0, 2.0 * i / width) * 4)) - 1);
  }
  return axis;
}

}  // namespace

TEST_CASE("m-rope orders: chunked in Qwen2-VL, interleaved in Qwen3-VL, h w alternating before t in ERNIE 4.5 VL") {
  CHECK(axes(mrope(Order::chunked, {2, 3, 3})) == std::vector<int>{0, 0, 1, 1, 1, 2, 2, 2});
  CHECK(axes(mrope(Order::interleaved, {4, 3, 2})) == std::vector<int>{0, 1, 2, 0, 1, 2, 0, 1, 0});
  CHECK(axes(mrope(Order::hwt, {3, 3, 2})) == std::vector<int>{1, 2, 1, 2, 1, 2, 0, 0});
}

TEST_CASE("m-rope with equal ids is rope, bit for bit, whatever the order") {
  const Order order = GENERATE(Order::chunked, Order::interleaved, Order::hwt);
  const Layout layout = GENERATE(Layout::half, Layout::interleaved);
  Mrope e = mrope(order, {2, 2, 3}, false);
  Rope plain;
  e.layout = plain.layout = layout;
  REQUIRE(e.prepare({1, 14}).ok());
  REQUIRE(plain.prepare({1, 14}).ok());
  const double position = GENERATE(0.0, 11.0, 0.5, kFar);
  const std::vector<double> x = random_row(14, 7);
  CHECK(turned(e, x, position) == turned(plain, x, position));
  Mrope equal = mrope(order, {2, 2, 3});
  equal.layout = layout;
  REQUIRE(equal.prepare({1, 14}).ok());
  CHECK(turned(equal, x, 3) == turned(plain, x, 9));
}

TEST_CASE("m-rope is its formula: each pair keeps its frequency and takes the id of its axis") {
  Mrope e = mrope(Order::chunked, {1, 2, 1});
  REQUIRE(e.prepare({1, 8}).ok());
  const std::vector<double> x = random_row(8, 7);
  const double ids[] = {5, 6, 6, 7};  // position 2: t 5, h 6, w 7
  std::vector<double> expected = x;
  for (std::size_t i = 0; i < 4; ++i) {
    const double angle = ids[i] * std::pow(10000.0, -2.0 * static_cast<double>(i) / 8);
    expected[i] = x[i] * std::cos(angle) - x[4 + i] * std::sin(angle);
    expected[4 + i] = x[i] * std::sin(angle) + x[4 + i] * std::cos(angle);
  }
  check_close(turned(e, x, 2), expected, 1e-13);
}

TEST_CASE("axial rope: the frequencies of each axis begin at 1 anew, at any coordinates") {
  const Layout layout = GENERATE(Layout::half, Layout::interleaved);
  const std::vector<double> sections{1, 4, 0, 2};
  Mrope e = mrope(Order::axial, sections, false);
  e.layout = layout;
  e.base = 2000;
  e.rotary_dim = 14;
  e.grid = table_of(4, 2, std::vector<float>{0, 3, 0, -1.5F, 0, 9, 0, 0.25F});
  REQUIRE(e.prepare({1, 15}).ok());
  const std::vector<double> x = random_row(15, 7);
  CHECK(turned(e, x, 0) == x);  // coordinates 0: a class token
  std::vector<double> expected = x;
  std::size_t pair = 0;
  for (int axis = 0; axis < 4; ++axis) {
    for (int i = 0; i < sections[axis]; ++i, ++pair) {
      const double angle = double{e.grid.at(axis, 1)} * std::pow(2000.0, -2.0 * i / (2 * sections[axis]));
      const std::size_t a = layout == Layout::half ? pair : 2 * pair;
      const std::size_t b = layout == Layout::half ? pair + 7 : 2 * pair + 1;
      expected[a] = x[a] * std::cos(angle) - x[b] * std::sin(angle);
      expected[b] = x[a] * std::sin(angle) + x[b] * std::cos(angle);
    }
  }
  check_close(turned(e, x, 1), expected, 1e-13);
  e.reversed = true;
  REQUIRE(e.prepare({1, 15}).ok());
  CHECK(turned(e, turned(e, x, 1), 1) != x);
  CHECK(e.inverse_frequencies()[1] == -1);
}

TEST_CASE("axial rope on one axis is rope, chunked on two axes has one series of frequencies") {
  Mrope one = mrope(Order::axial, {4}, false);
  Mrope two = mrope(Order::chunked, {1, 3}, false);
  Rope plain;
  REQUIRE(one.prepare({1, 8}).ok());
  REQUIRE(two.prepare({1, 8}).ok());
  REQUIRE(plain.prepare({1, 8}).ok());
  const std::vector<double> x = random_row(8, 7);
  CHECK(turned(one, x, 11) == turned(plain, x, 11));
  CHECK(turned(two, x, 11) == turned(plain, x, 11));
}

TEST_CASE("m-rope scales frequencies as rope does, the attention factor too") {
  using Type = RopeScaling::Type;
  const Type type = GENERATE(Type::linear, Type::yarn, Type::ntk, Type::llama3, Type::dynamic);
  Mrope e = mrope(Order::interleaved, {4, 2, 2}, false);
  Rope plain;
  for (RopeScaling* scaling : {&e.scaling, &plain.scaling}) {
    scaling->type = type;
    scaling->factor = 4;
    scaling->original_max = 32;
    scaling->max_positions = 32;
  }
  REQUIRE(e.prepare({1, 16, 0, 100}).ok());
  REQUIRE(plain.prepare({1, 16, 0, 100}).ok());
  CHECK(e.follows_length() == (type == Type::dynamic));
  CHECK(e.attention_factor() == plain.attention_factor());
  const std::vector<double> x = random_row(16, 7);
  CHECK(turned(e, x, 41) == turned(plain, x, 41));
}

TEST_CASE("axial rope scales the series of each axis") {
  Mrope e = mrope(Order::axial, {2, 4}, false);
  Rope narrow;
  Rope wide;
  for (RopeScaling* scaling : {&e.scaling, &narrow.scaling, &wide.scaling}) {
    scaling->type = RopeScaling::Type::yarn;
    scaling->factor = 4;
    scaling->original_max = 32;
  }
  REQUIRE(e.prepare({1, 12}).ok());
  REQUIRE(narrow.prepare({1, 4}).ok());
  REQUIRE(wide.prepare({1, 8}).ok());
  for (std::size_t i = 0; i < 6; ++i)
    CHECK(e.inverse_frequencies()[i] == (i < 2 ? narrow.inverse_frequencies()[i] : wide.inverse_frequencies()[i - 2]));
  CHECK(e.attention_factor() == wide.attention_factor());
}

TEST_CASE("a scaling that follows the length sees the largest coordinate of the tokens in sight") {
  Mrope e = mrope(Order::chunked, {1, 2, 1});
  Rope plain;
  for (RopeScaling* scaling : {&e.scaling, &plain.scaling}) {
    scaling->type = RopeScaling::Type::dynamic;
    scaling->factor = 4;
    scaling->max_positions = 4;
  }
  const auto [tokens, reached] = GENERATE(table<int, int>({{0, 0}, {1, 6}, {3, 8}, {4, 10}, {9, 10}}));
  REQUIRE(e.prepare({1, 8, 0, static_cast<double>(tokens)}).ok());
  REQUIRE(plain.prepare({1, 8, 0, static_cast<double>(reached)}).ok());
  for (std::size_t i = 0; i < 4; ++i) CHECK(e.inverse_frequencies()[i] == plain.inverse_frequencies()[i]);
}

TEST_CASE("m-rope takes given frequencies: those of Pixtral, even ones for rows and odd ones for columns") {
  Mrope e = mrope(Order::chunked, {2, 2}, false);
  std::vector<double> given;
  for (const int i : {0, 2, 1, 3}) given.push_back(std::pow(10000.0, -2.0 * i / 8));
  e.frequencies = numbers(given);
  e.grid = table_of(2, 1, std::vector<float>{3, 5});
  REQUIRE(e.prepare({1, 8}).ok());
  const std::vector<double> x = random_row(8, 7);
  std::vector<double> expected = x;
  for (std::size_t i = 0; i < 4; ++i) {
    const double angle = (i < 2 ? 3 : 5) * given[i];
    expected[i] = x[i] * std::cos(angle) - x[4 + i] * std::sin(angle);
    expected[4 + i] = x[i] * std::sin(angle) + x[4 + i] * std::cos(angle);
  }
  check_close(turned(e, x, 0), expected, 1e-13);
  e.order = Order::axial;
  REQUIRE(e.prepare({1, 8}).ok());
  check_close(turned(e, x, 0), expected, 1e-13);
  e.frequencies = numbers({1, 1, 1});
  CHECK(refused(e, {1, 8}) == "position.frequencies");
}

TEST_CASE("m-rope scores do not change when all three ids move together") {
  Mrope e = mrope(Order::interleaved, {2, 1, 1});
  Mrope moved = mrope(Order::interleaved, {2, 1, 1});
  for (std::size_t i = 0; i < 12; ++i) moved.grid.values.data()[i] += 300;
  REQUIRE(e.prepare({1, 8}).ok());
  REQUIRE(moved.prepare({1, 8}).ok());
  const std::vector<double> q = random_row(8, 1);
  const std::vector<double> k = random_row(8, 2);
  CHECK(std::abs(turned_score(e, q, 3, k, 1) - turned_score(moved, q, 3, k, 1)) < 1e-11);
}

TEST_CASE("partial m-rope leaves the other channels alone") {
  Mrope e = mrope(Order::chunked, {1, 1, 1});
  e.rotary_dim = 6;
  REQUIRE(e.prepare({1, 9}).ok());
  const std::vector<double> x = random_row(9, 7);
  const std::vector<double> out = turned(e, x, 1);
  CHECK(out[0] != x[0]);
  for (std::size_t i = 6; i < 9; ++i) CHECK(out[i] == x[i]);
}

TEST_CASE("bad m-rope parameters are refused by name") {
  const auto refused_with = [](Mrope e, int width) { return refused(e, {1, width}); };
  CHECK(refused_with(mrope(Order::chunked, {16, 24, 24}), 128).empty());
  CHECK(refused_with(mrope(Order::chunked, {16, 24, 24}), 64) == "position.sections");
  CHECK(refused_with(mrope(Order::chunked, {2, 2}), 8) == "position.grid");
  CHECK(refused_with(mrope(Order::interleaved, {2, 2}), 8) == "position.sections");
  CHECK(refused_with(mrope(Order::hwt, {2, 2}), 8) == "position.sections");
  CHECK(refused_with(mrope(Order::axial, {2, 1}), 8) == "position.sections");
  CHECK(refused_with(mrope(Order::axial, {}), 8) == "position.sections");
  Mrope stretched = mrope(Order::axial, {1, 1, 2});
  stretched.scaling.type = RopeScaling::Type::ntk;
  CHECK(refused(stretched, {1, 8}) == "position.rotaryDim");
  CHECK(refused_with(mrope(Order::chunked, {1.5, 1.5, 1}), 8) == "position.sections");
  CHECK(refused_with(mrope(Order::hwt, {1, 2, 1}), 8) == "position.sections");
  CHECK(refused_with(mrope(Order::chunked, {1, 1, 1}), 7) == "position.rotaryDim");
  Mrope grid = mrope(Order::chunked, {1, 1, 2});
  grid.grid = random_table(2, 4, 1);
  CHECK(refused(grid, {1, 8}) == "position.grid");
  Mrope negative = mrope(Order::chunked, {5, -1, 0});
  CHECK(out_of_range(negative) == "sections");
  const Mrope e = mrope(Order::chunked, {1, 1, 2});
  CHECK(e.check_positions(std::vector<float>{0, 3}).ok());
  const float bad = GENERATE(4.0F, -1.0F, 0.5F, NAN);
  CHECK_FALSE(e.check_positions(std::vector<float>{bad}).ok());
}
