#include "analysis/meter.hpp"

#include "position/encodings/alibi.hpp"
#include "position/encodings/learned.hpp"
#include "position/encodings/none.hpp"
#include "position/encodings/pope.hpp"
#include "position/encodings/rerope.hpp"
#include "position/encodings/rope.hpp"
#include "position/hooked.hpp"
#include "position/tables.hpp"
#include "stacks.hpp"

namespace whereformer {
namespace {

using namespace test;

template <class E>
Properties measured(E encoding, const MeterRequest& request = {2, 16, 24, 12, 0}) {
  PositionStack stack;
  put(stack, std::move(encoding));
  Properties found;
  REQUIRE(measure(stack, request, found).ok());
  return found;
}

// The argument that is refused, "" when none is.
std::string refused_argument(const MeterRequest& request) {
  PositionStack stack;
  put(stack, Rope{});
  Properties found;
  return measure(stack, request, found).argument;
}

// RoFormer, section 3.4.3, in float64.
TEST_CASE("the bound of rotated scores is RoFormer's") {
  const Properties wide = measured(Rope{}, {1, 128, 251, 125, 0});
  const std::pair<std::size_t, double> figure_2[] = {{0, 32.5},      {1, 31.53817},  {2, 28.95599},  {5, 20.84536},
                                                     {10, 17.95414}, {20, 15.24243}, {50, 12.62945}, {100, 10.22733},
                                                     {150, 7.58848}, {200, 7.24477}, {250, 6.54818}};
  for (const auto& [distance, value] : figure_2) CHECK(std::abs(wide.bound[distance] - value) < 2e-5);
  const Properties narrow = measured(Rope{}, {1, 32, 101, 50, 0});
  CHECK(std::abs(narrow.bound[50] - 2.73692) < 2e-5);
  CHECK(std::abs(narrow.bound[100] - 4.37947) < 2e-5);
  CHECK(measured(Alibi{}).bound.size() == 0);
}

TEST_CASE("without an encoding distances are alike and nothing changes") {
  const Properties found = measured(None{});
  CHECK_FALSE(found.of_positions);
  CHECK(found.uniqueness.value == 0);
  CHECK(found.uniqueness.first == 0);
  CHECK(found.uniqueness.second == 1);
  CHECK_FALSE(found.relativity);
  CHECK_FALSE(found.first_change);
  CHECK_FALSE(found.rise);
  CHECK_FALSE(found.leaves);
  CHECK(found.pairs == 0);
}

TEST_CASE("ALiBi is relative, decays monotonically, and leaves the trained range immediately") {
  const Properties found = measured(Alibi{});
  CHECK(found.uniqueness.value > 0);
  CHECK_FALSE(found.relativity);
  CHECK_FALSE(found.rise);
  REQUIRE(found.leaves);
  CHECK(found.leaves->at == 12);
  CHECK(std::abs(found.leaves->excess - 1.0 / 11) < 1e-5);  // one slope more than eleven
  CHECK(found.decay.size() == 24);
}

TEST_CASE("RoPE is relative up to rounding, and its slow pairs make no whole turn") {
  Rope rope;
  const Properties found = measured(std::move(rope), {2, 16, 64, 32, 0});
  REQUIRE(found.relativity);
  CHECK(found.relativity->value < 1e-4);
  CHECK_FALSE(found.first_change);
  CHECK(found.rise);
  CHECK(found.pairs == 8);
  CHECK(found.unseen_pairs == 6);  // 2π / 10000^(i/8): 6.3, 19.9, 63 …
  Rope reversed;
  reversed.reversed = true;
  CHECK(measured(std::move(reversed), {2, 16, 64, 32, 0}).unseen_pairs == 6);
}

// With the address sanitizer: rows that rotation makes wider move to other memory.
TEST_CASE("a rotation that widens rows is measured, and relative up to rounding") {
  const Properties found = measured(Pope{});
  REQUIRE(found.decay.size() == 24);
  for (const float score : found.decay.span()) CHECK(std::isfinite(score));
  REQUIRE(found.relativity);
  CHECK(found.relativity->value < 1e-4);
}

TEST_CASE("a learned table: equal rows, end of the table, not relative") {
  Learned learned;
  std::vector<float> rows = random_values(std::size_t{10} * 16, 3);
  std::copy_n(rows.begin() + 2 * 16, 16, rows.begin() + 7 * 16);
  learned.table = table_of(10, 16, rows);
  const Properties found = measured(std::move(learned));
  CHECK(found.length == 10);
  CHECK(found.of_positions);
  CHECK(found.uniqueness.value == 0);
  CHECK(found.uniqueness.first == 2);
  CHECK(found.uniqueness.second == 7);
  REQUIRE(found.first_change);
  CHECK(found.first_change->first == 1);
  CHECK(found.first_change->second == 1);
  CHECK(found.relativity->value >= found.first_change->value);
  CHECK(found.decay.size() == 10);
}

TEST_CASE("distances that count as seen ones do not leave") {
  const auto with_rope = [](int window) {
    PositionStack stack;
    Rerope rerope;
    rerope.window = window;
    put(stack, std::move(rerope));
    put(stack, Rope{});
    Properties found;
    REQUIRE(measure(stack, {1, 16, 24, 12, 0}, found).ok());
    return found.leaves;
  };
  CHECK_FALSE(with_rope(8));
  CHECK_FALSE(with_rope(11));
  REQUIRE(with_rope(20));
  CHECK(with_rope(20)->at >= 12);
}

TEST_CASE("two positions, and a training as long as the text") {
  const Properties two = measured(Alibi{}, {1, 1, 2, 1, 0});
  CHECK(two.length == 2);
  CHECK(two.uniqueness.second == 1);
  REQUIRE(two.leaves);
  CHECK(two.leaves->at == 1);
  CHECK_FALSE(measured(Alibi{}, {2, 16, 24, 24, 0}).leaves);
}

TEST_CASE("requests out of range are refused by name") {
  CHECK(refused_argument({2, 16, 24, 12, 0}).empty());
  CHECK(refused_argument({0, 16, 24, 12, 0}) == "heads");
  CHECK(refused_argument({1025, 16, 24, 12, 0}) == "heads");
  CHECK(refused_argument({2, 0, 24, 12, 0}) == "dim");
  CHECK(refused_argument({2, 4098, 24, 12, 0}) == "dim");
  CHECK(refused_argument({2, 16, 1, 1, 0}) == "length");
  CHECK(refused_argument({2, 16, 2049, 12, 0}) == "length");
  CHECK(refused_argument({2, 16, 24, 0, 0}) == "trainLength");
  CHECK(refused_argument({2, 16, 24, 25, 0}) == "trainLength");
}

}  // namespace
}  // namespace whereformer
