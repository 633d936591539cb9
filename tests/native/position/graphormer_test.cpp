// Graphormer: a scalar per shortest-path distance.
#include "position/encodings/graphormer.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Graphormer> && BiasesByPair<Graphormer>);

namespace {

// Steps on a ring of n nodes.
Table ring(int n) {
  std::vector<float> steps;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) steps.push_back(static_cast<float>(std::min(std::abs(i - j), n - std::abs(i - j))));
  }
  return table_of(n, n, steps);
}

}  // namespace

TEST_CASE("graphormer reads the row of the distance between two nodes") {
  Graphormer e;
  e.distances = ring(7);
  e.table = random_table(4, 3, 1);
  REQUIRE(e.prepare({3}).ok());
  for (int h = 0; h < 3; ++h) {
    for (int i = 0; i < 7; ++i) {
      for (int j = 0; j < 7; ++j) {
        const int steps = std::min((i - j + 7) % 7, (j - i + 7) % 7);
        CHECK(e.pair_bias(h, i, j) == e.table.at(steps, h));
      }
    }
  }
}

TEST_CASE("graphormer refuses what does not fit, by name") {
  Graphormer e;
  CHECK(refused(e, {2}) == "position.table");
  e.table = random_table(4, 2, 1);
  CHECK(refused(e, {2}) == "position.distances");
  e.distances = ring(7);
  CHECK(refused(e, {2}).empty());
  CHECK_FALSE(e.check_positions(std::vector<float>{7}).ok());
  e.distances = ring(8);
  CHECK(refused(e, {2}) == "position.distances");
  e.distances = random_table(3, 3, 1);
  CHECK(refused(e, {2}) == "position.distances");
  e.distances = random_table(3, 4, 1);
  CHECK(refused(e, {2}) == "position.distances");
}
