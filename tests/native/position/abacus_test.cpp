#include "position/encodings/abacus.hpp"

#include "stacks.hpp"
#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Abacus> && Embeds<Abacus>);

namespace {

Abacus abacus(std::vector<double> digits, int offset = 0) {
  Abacus e;
  e.table = random_table(12, 3, 4);
  e.digits = numbers(digits);
  e.offset = offset;
  REQUIRE(e.prepare({1, 0, 3}).ok());
  return e;
}

std::vector<int> rows(const Abacus& e) {
  std::vector<int> all;
  for (std::size_t p = 0; p < e.digits.size(); ++p) all.push_back(e.row_of(static_cast<double>(p)));
  return all;
}

}  // namespace

TEST_CASE("abacus counts the digits of each number from 1, other tokens read row 0") {
  // 1 2 + 3 4 5 = 7
  CHECK(rows(abacus({1, 1, 0, 1, 1, 1, 0, 1})) == std::vector<int>{1, 2, 0, 1, 2, 3, 0, 1});
  CHECK(rows(abacus({0, 0})) == std::vector<int>{0, 0});
  CHECK(rows(abacus({1})) == std::vector<int>{1});
}

TEST_CASE("the offset of training moves digits alone") {
  CHECK(rows(abacus({1, 1, 0, 1}, 5)) == std::vector<int>{6, 7, 0, 6});
}

TEST_CASE("abacus adds the row of its table") {
  const Abacus e = abacus({1, 1, 0, 1});
  std::vector<float> row(3, 10);
  e.embed(std::span<float>(row), 1);
  for (int i = 0; i < 3; ++i) CHECK(row[static_cast<std::size_t>(i)] == 10 + e.table.at(2, i));
  std::vector<double> none(3, 0);
  e.embed(std::span<double>(none), 2);
  for (int i = 0; i < 3; ++i) CHECK(none[static_cast<std::size_t>(i)] == e.table.at(0, i));
}

TEST_CASE("positions past the digits are refused") {
  const Abacus e = abacus({1, 1, 0, 1});
  CHECK(e.check_positions(std::vector<float>{0, 3}).ok());
  const float bad = GENERATE(4.0F, -1.0F, 0.5F, NAN);
  CHECK(std::string(e.check_positions(std::vector<float>{bad}).argument) == "positions");
}

TEST_CASE("bad abacus parameters are refused by name") {
  Abacus nothing;
  CHECK(refused(nothing, {1, 0, 3}) == "position.table");
  Abacus wide = abacus({1});
  CHECK(refused(wide, {1, 0, 4}) == "position.table");
  Abacus high = abacus({1, 1}, 9);
  high.offset = 10;
  CHECK(refused(high, {1, 0, 3}) == "position.table");
  high.offset = -1;
  CHECK(out_of_range(high) == "offset");
}
