#include "position/encodings/rope2d.hpp"

#include "position/encodings/rope.hpp"
#include "rows.hpp"
#include "stacks.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Rope2d> && RotatesPairs<Rope2d>);

namespace {

Rope2d axial(int channels, int width, int prefix = 0, Layout layout = Layout::interleaved) {
  Rope2d e;
  e.width = width;
  e.prefix = prefix;
  e.layout = layout;
  REQUIRE(e.prepare({1, channels}).ok());
  return e;
}

}  // namespace

TEST_CASE("axial rope rotates the first half of the pairs by the column, the second by the row") {
  const int channels = GENERATE(4, 12, 20);
  const int id = GENERATE(0, 1, 6, 7, 8, 48);
  const std::vector<double> x = random_row(channels, 3);
  std::vector<double> expected = x;
  for (int pair = 0; pair < channels / 2; ++pair) {
    const bool column = pair < channels / 4;
    const int i = column ? pair : pair - channels / 4;
    const double angle = (column ? id % 7 : id / 7) * std::pow(100.0, -4.0 * i / channels);
    const std::size_t at = static_cast<std::size_t>(2 * pair);
    expected[at] = x[at] * std::cos(angle) - x[at + 1] * std::sin(angle);
    expected[at + 1] = x[at] * std::sin(angle) + x[at + 1] * std::cos(angle);
  }
  check_close(turned(axial(channels, 7), x, id), expected, 1e-13);
}

TEST_CASE("mixed rope rotates every pair by both, at the frequencies of its head") {
  Rope2d e;
  e.width = 5;
  e.x = random_table(2, 3, 1);
  e.y = random_table(2, 3, 2);
  REQUIRE(e.prepare({2, 6}).ok());
  CHECK(e.rotated_pairs().per_head);
  const int head = GENERATE(0, 1);
  const int id = GENERATE(0, 4, 13);
  const std::vector<double> x = random_row(6, 3);
  std::vector<double> expected = x;
  for (int pair = 0; pair < 3; ++pair) {
    const double angle = (id % 5) * double{e.x.at(head, pair)} + (id / 5) * double{e.y.at(head, pair)};
    const std::size_t at = static_cast<std::size_t>(2 * pair);
    expected[at] = x[at] * std::cos(angle) - x[at + 1] * std::sin(angle);
    expected[at + 1] = x[at] * std::sin(angle) + x[at + 1] * std::cos(angle);
  }
  check_close(turned(e, x, id, Side::key, head), expected, 1e-13);
}

TEST_CASE("leading tokens are not rotated, and the grid begins after them") {
  const Rope2d e = axial(8, 3, 2);
  const std::vector<double> x = random_row(8, 5);
  CHECK(turned(e, x, 0) == x);
  CHECK(turned(e, x, 1) == x);
  CHECK(turned(e, x, 2) == x);  // the corner: row 0, column 0
  CHECK(turned(e, x, 6) == turned(axial(8, 3), x, 4));
}

TEST_CASE("2-D rope scores do not change when query and key move by the same rows and columns") {
  const Rope2d e = axial(8, 10);
  const std::vector<double> q = random_row(8, 1);
  const std::vector<double> k = random_row(8, 2);
  CHECK(std::abs(turned_score(e, q, 23, k, 11) - turned_score(e, q, 23 + 34, k, 11 + 34)) < 1e-12);
  CHECK(std::abs(turned_score(e, q, 23, k, 11) - turned_score(e, q, 24, k, 11)) > 1e-3);
}

TEST_CASE("2-D rope half-split equals interleaved after the channel permutation, bit for bit") {
  check_layouts_agree(axial(12, 7, 1, Layout::half), axial(12, 7, 1), 12, 40, Side::query);
}

TEST_CASE("2-D rope scales the frequencies of an axis as rope does those of half a head") {
  using Type = RopeScaling::Type;
  const Type type = GENERATE(Type::linear, Type::yarn, Type::ntk, Type::dynamic);
  const bool reversed = GENERATE(false, true);
  Rope2d e;
  Rope along;
  e.width = 7;
  e.prefix = 1;
  e.reversed = along.reversed = reversed;
  along.base = e.base;
  along.layout = e.layout;
  for (RopeScaling* scaling : {&e.scaling, &along.scaling}) {
    scaling->type = type;
    scaling->factor = 4;
    scaling->original_max = 4;
    scaling->max_positions = 4;
  }
  const auto [length, longest] = GENERATE(table<int, int>({{0, 7}, {36, 7}, {50, 7}, {51, 8}, {71, 10}, {72, 11}}));
  REQUIRE(e.prepare({1, 16, 0, static_cast<double>(length)}).ok());
  REQUIRE(along.prepare({1, 8, 0, static_cast<double>(longest)}).ok());
  CHECK(e.follows_length() == (type == Type::dynamic));
  const std::vector<double> x = random_row(16, 5);
  const std::vector<double> across = turned(along, {x.begin(), x.begin() + 8}, 3);
  const std::vector<double> down = turned(along, {x.begin() + 8, x.end()}, 5);
  const std::vector<double> both = turned(e, x, 1 + 5 * 7 + 3);
  for (std::size_t i = 0; i < 16; ++i) CHECK(both[i] == (i < 8 ? across[i] : down[i - 8]));
  CHECK(turned(e, x, 0) == x);  // before the prefix, even with an attention factor
}

TEST_CASE("2-D rope takes given frequencies of an axis") {
  Rope2d e;
  e.width = 4;
  e.frequencies = numbers({0.5, 0});
  REQUIRE(e.prepare({1, 8}).ok());
  const std::vector<double> x = turned(e, {1, 0, 1, 0, 1, 0, 1, 0}, 4 * 2 + 3);
  check_close(x, {std::cos(1.5), std::sin(1.5), 1, 0, std::cos(1.0), std::sin(1.0), 1, 0}, 1e-15);
  CHECK(refused(e, {1, 4}) == "position.frequencies");
}

TEST_CASE("mixed rope turns the other way, and has neither scaling nor given frequencies") {
  Rope2d e;
  e.width = 5;
  e.x = random_table(1, 3, 1);
  e.y = random_table(1, 3, 2);
  e.reversed = true;
  REQUIRE(e.prepare({1, 6}).ok());
  const std::vector<double> x = turned(e, {1, 0, 1, 0, 1, 0}, 13);
  for (std::size_t i = 0; i < 3; ++i) {
    const int pair = static_cast<int>(i);
    CHECK(x[2 * i + 1] == Catch::Approx(-std::sin(3 * double{e.x.at(0, pair)} + 2 * double{e.y.at(0, pair)})));
  }
  e.frequencies = numbers({1});
  CHECK(refused(e, {1, 6}) == "position.x");
  e.frequencies = {};
  e.scaling.type = RopeScaling::Type::linear;
  CHECK(refused(e, {1, 6}) == "position.x");
}

TEST_CASE("the grid stays exact far out") {
  const std::vector<double> x = turned(axial(4, 4096), {1, 0, 1, 0}, kFar);
  check_close(x, {std::cos(4095.0), std::sin(4095.0), std::cos(4095.0), std::sin(4095.0)}, 1e-12);
}

TEST_CASE("bad 2-D rope parameters are refused by name") {
  Rope2d e;
  CHECK(out_of_range(e) == "width");
  e.width = 3;
  CHECK(out_of_range(e).empty());
  CHECK(refused(e, {1, 6}) == "headDim");
  e.x = random_table(2, 3, 1);
  CHECK(refused(e, {2, 6}) == "position.y");
  e.y = random_table(1, 3, 1);
  CHECK(refused(e, {2, 6}) == "position.y");
  CHECK(refused(e, {1, 6}) == "position.x");
  e.prefix = -1;
  CHECK(out_of_range(e) == "prefix");
}
