// Dynamic position bias: two and three layers, the distance or its logarithm, with the sign of query - key.
#include "position/encodings/mlp_bias.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<MlpBias> && BiasesByDistance<MlpBias>);

namespace {

MlpBias network(int width, int heads, bool deep) {
  MlpBias e;
  e.weight1 = random_table(width, 1, 1);
  e.bias1 = random_table(1, width, 2);
  e.weight2 = random_table(deep ? width + 1 : heads, width, 3);
  e.bias2 = random_table(1, deep ? width + 1 : heads, 4);
  if (deep) {
    e.weight3 = random_table(heads, width + 1, 5);
    e.bias3 = random_table(1, heads, 6);
  }
  return e;
}

double silu(double x) { return x / (1 + std::exp(-x)); }

double written_out(const MlpBias& e, int h, double x) {
  std::vector<double> first;
  for (int w = 0; w < e.weight1.rows; ++w) first.push_back(silu(e.weight1.at(w, 0) * x + e.bias1.at(0, w)));
  const auto second = [&](int row) {
    double sum = e.bias2.at(0, row);
    for (int w = 0; w < e.weight2.columns; ++w) sum += e.weight2.at(row, w) * first[static_cast<std::size_t>(w)];
    return sum;
  };
  if (e.weight3.empty()) return second(h);
  double sum = e.bias3.at(0, h);
  for (int w = 0; w < e.weight3.columns; ++w) sum += e.weight3.at(h, w) * silu(second(w));
  return sum;
}

}  // namespace

TEST_CASE("mlpBias is the network of query - key, or of its signed logarithm") {
  for (const bool deep : {false, true}) {
    for (const bool log : {false, true}) {
      MlpBias e = network(5, 3, deep);
      e.log = log;
      REQUIRE(e.prepare({3}).ok());
      for (int h = 0; h < 3; ++h) {
        for (int distance = -17; distance <= 17; ++distance) {
          const double back = -distance;
          const double shrunk = std::copysign(std::log(std::abs(back) + 1), back);
          const double expected = written_out(e, h, log ? shrunk : back);
          CHECK(e.distance_bias(h, distance) == Catch::Approx(expected).margin(1e-11));
        }
      }
    }
  }
}

TEST_CASE("mlpBias tells keys before the query from keys after it") {
  MlpBias e = network(5, 1, false);
  REQUIRE(e.prepare({1}).ok());
  CHECK(e.distance_bias(0, 4) != e.distance_bias(0, -4));
}

TEST_CASE("mlpBias refuses what does not fit, by name") {
  MlpBias e = network(4, 3, false);
  CHECK(refused(e, {3}).empty());
  CHECK(refused(e, {4}) == "position.weight2");
  MlpBias deep = network(4, 3, true);
  CHECK(refused(deep, {3}).empty());
  CHECK(refused(deep, {4}) == "position.weight3");
  deep.bias3 = random_table(1, 2, 1);
  CHECK(refused(deep, {3}) == "position.bias3");
  deep.bias2 = random_table(2, 5, 1);
  CHECK(refused(deep, {3}) == "position.bias2");
  MlpBias none;
  CHECK(refused(none, {3}) == "position.weight1");
}
