// Forgetting attention: sums of log gates between key and query.
#include "position/encodings/forget.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Forget> && BiasesByPair<Forget>);

TEST_CASE("forget sums ln sigmoid of the gates after the key, up to the query") {
  Forget e;
  e.gate_logits = random_table(17, 3, 1, 8);
  REQUIRE(e.prepare({3}).ok());
  for (int h = 0; h < 3; ++h) {
    for (int i = 0; i < 17; ++i) {
      for (int j = 0; j < 17; ++j) {
        double sum = 0;
        for (int l = std::min(i, j) + 1; l <= std::max(i, j); ++l) {
          sum -= std::log1p(std::exp(-static_cast<double>(e.gate_logits.at(l, h))));
        }
        CHECK(e.pair_bias(h, i, j) == Catch::Approx(j <= i ? sum : -sum).margin(1e-12));
      }
    }
  }
}

TEST_CASE("forget with one gate for every token is ALiBi with slope -ln sigmoid") {
  Forget e;
  const std::vector<float> five(30, 5.0F);
  e.gate_logits = table_of(30, 1, five);
  REQUIRE(e.prepare({1}).ok());
  CHECK(e.pair_bias(0, 29, 4) == Catch::Approx(-25 * std::log(1 + std::exp(-5.0))));
  CHECK(e.pair_bias(0, 7, 7) == 0);
}

TEST_CASE("forget closes without overflow") {
  Forget e;
  const std::vector<float> closed(3, -3e38F);
  e.gate_logits = table_of(3, 1, closed);
  REQUIRE(e.prepare({1}).ok());
  CHECK(e.pair_bias(0, 2, 1) < -1e38);
  CHECK(std::isfinite(e.pair_bias(0, 2, 0)));
}

TEST_CASE("forget refuses what does not fit, by name") {
  Forget e;
  CHECK(refused(e, {1}) == "position.gateLogits");
  e.gate_logits = random_table(5, 2, 1);
  CHECK(refused(e, {1}) == "position.gateLogits");
  CHECK(refused(e, {2}).empty());
  CHECK(e.check_positions(std::vector<float>{4}).ok());
  CHECK_FALSE(e.check_positions(std::vector<float>{5}).ok());
}
