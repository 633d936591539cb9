// FIRE: a perceptron of distances as shares of the query's position.
#include "position/encodings/fire.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Fire> && BiasesByPair<Fire>);

namespace {

Fire network(int width, int heads) {
  Fire e;
  e.weight1 = random_table(width, 1, 1, 2);
  e.bias1 = random_table(1, width, 2);
  e.weight2 = random_table(heads, width, 3);
  e.bias2 = random_table(1, heads, 4);
  return e;
}

double written_out(const Fire& e, int h, int i, int j) {
  const double position = std::max(static_cast<double>(i), std::abs(e.multiplier * e.threshold));
  const double x = std::log(std::abs(e.c * (i - j)) + 1) / (std::log(std::abs(e.c * position) + 1) + e.epsilon);
  double sum = e.bias2.at(0, h);
  for (int w = 0; w < e.weight1.rows; ++w) {
    const double hidden = e.weight1.at(w, 0) * x + e.bias1.at(0, w);
    sum += hidden > 0 ? e.weight2.at(h, w) * hidden : 0;
  }
  return sum;
}

}  // namespace

TEST_CASE("fire is the network of psi(i - j) / (psi(max(i, |mu L|)) + epsilon), below and above the threshold") {
  Fire e = network(7, 3);
  e.threshold = 11;
  e.multiplier = -0.8;
  e.c = 0.37;
  REQUIRE(check_ranges(e).ok());
  REQUIRE(e.prepare({3}).ok());
  for (int h = 0; h < 3; ++h) {
    for (int i = 0; i < 19; ++i) {
      for (int j = 0; j < 23; ++j) CHECK(e.pair_bias(h, i, j) == Catch::Approx(written_out(e, h, i, j)).margin(1e-12));
    }
  }
}

TEST_CASE("fire depends on the distance alone below the threshold, on the query's position above it") {
  Fire e = network(5, 1);
  e.threshold = 16;
  REQUIRE(e.prepare({1}).ok());
  CHECK(e.pair_bias(0, 9, 5) == e.pair_bias(0, 14, 10));
  CHECK(e.pair_bias(0, 9, 5) != e.pair_bias(0, 40, 36));
}

TEST_CASE("fire refuses what does not fit, by name") {
  Fire e = network(5, 3);
  CHECK(refused(e, {3}).empty());
  CHECK(refused(e, {2}) == "position.weight2");
  e.bias1 = random_table(1, 4, 1);
  CHECK(refused(e, {3}) == "position.bias1");
  e.weight1 = random_table(5, 2, 1);
  CHECK(refused(e, {3}) == "position.weight1");
  e = network(5, 3);
  e.bias2 = random_table(2, 3, 1);
  CHECK(refused(e, {3}) == "position.bias2");
  Fire none;
  CHECK(refused(none, {3}) == "position.weight1");
  none.epsilon = 0;
  CHECK(out_of_range(none) == "epsilon");
  none.c = NAN;
  CHECK(out_of_range(none) == "c");
}
