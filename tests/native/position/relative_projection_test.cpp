// Relative projection: a mix of distance curves per query.
#include "position/encodings/relative_projection.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<RelativeProjection> && BiasesByPair<RelativeProjection>);

TEST_CASE("relativeProjection mixes curves at query - key, and adds nothing ahead of the query or beyond them") {
  RelativeProjection e;
  e.weights = random_table(11, 2 * 3, 1);
  e.curves = random_table(3, 5, 2);
  REQUIRE(e.prepare({2}).ok());
  for (int h = 0; h < 2; ++h) {
    for (int i = 0; i < 11; ++i) {
      for (int j = 0; j < 11; ++j) {
        double expected = 0;
        if (j <= i && i - j < 5) {
          for (int c = 0; c < 3; ++c)
            expected += static_cast<double>(e.weights.at(i, h * 3 + c)) * e.curves.at(c, i - j);
        }
        CHECK(e.pair_bias(h, i, j) == Catch::Approx(expected).margin(1e-12));
      }
    }
  }
}

TEST_CASE("relativeProjection refuses what does not fit, by name") {
  RelativeProjection e;
  CHECK(refused(e, {2}) == "position.curves");
  e.curves = random_table(3, 5, 1);
  CHECK(refused(e, {2}) == "position.weights");
  e.weights = random_table(4, 6, 1);
  CHECK(refused(e, {2}).empty());
  CHECK(refused(e, {3}) == "position.weights");
  CHECK_FALSE(e.check_positions(std::vector<float>{4}).ok());
}
