#include "position/encodings/randomized.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Randomized> && Remaps<Randomized>);

namespace {

std::vector<double> draws(int below, int seed, int length) {
  Randomized e;
  e.below = below;
  e.seed = seed;
  REQUIRE(e.prepare({1, 4, 0, static_cast<double>(length)}).ok());
  std::vector<double> ids;
  for (int p = 0; p < length; ++p) ids.push_back(e.remap(p));
  return ids;
}

}  // namespace

TEST_CASE("randomized positions are whole, distinct, sorted and below the range") {
  const int seed = GENERATE(0, 1, 2, 77);
  const auto [below, length] = GENERATE(table<int, int>({{1, 1}, {7, 7}, {8, 3}, {2048, 40}, {2048, 2047}}));
  const std::vector<double> ids = draws(below, seed, length);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    CHECK(ids[i] == std::floor(ids[i]));
    CHECK(ids[i] < below);
    CHECK((i == 0 ? ids[i] >= 0 : ids[i] > ids[i - 1]));
  }
}

TEST_CASE("as many draws as numbers leave positions where they were") {
  CHECK(draws(5, 3, 5) == std::vector<double>{0, 1, 2, 3, 4});
}

TEST_CASE("the same seed draws the same, another seed or length something else") {
  CHECK(draws(2048, 5, 20) == draws(2048, 5, 20));
  CHECK(draws(2048, 5, 20) != draws(2048, 6, 20));
  const std::vector<double> longer = draws(2048, 5, 21);
  CHECK(draws(2048, 5, 20) != std::vector<double>(longer.begin(), longer.begin() + 20));
}

TEST_CASE("every number is drawn equally often") {
  std::vector<int> counts(10, 0);
  constexpr int kTrials = 4000;
  for (int seed = 0; seed < kTrials; ++seed) {
    for (const double id : draws(10, seed, 3)) ++counts[static_cast<std::size_t>(id)];
  }
  // 1200 expected, deviation √(4000 · 0.3 · 0.7) = 29: six of them
  for (const int count : counts) CHECK(std::abs(count - 1200) < 174);
}

TEST_CASE("positions without a draw are refused, and unchanged if remapped anyway") {
  Randomized e;
  e.below = 100;
  REQUIRE(e.prepare({1, 4, 0, 8}).ok());
  CHECK(e.check_positions(std::vector<float>{0, 7}).ok());
  const float bad = GENERATE(8.0F, -1.0F, 0.5F, NAN);
  CHECK(std::string(e.check_positions(std::vector<float>{bad}).argument) == "positions");
  CHECK(e.remap(8) == 8);
  CHECK(e.remap(-3) == -3);
}

TEST_CASE("a range that is too small or too large is refused by name") {
  Randomized e;
  CHECK(out_of_range(e) == "range");
  e.below = 7;
  CHECK(refused(e, {1, 4, 0, 8}) == "position.range");
  CHECK(refused(e, {1, 4, 0, 6.5}).empty());
  CHECK(e.remap(6) == 6);
  e.below = (1 << 24) + 1;
  CHECK(refused(e, {1, 4, 0, 8}) == "position.range");
  e.seed = -1;
  CHECK(out_of_range(e) == "seed");
}
