// Swin: offsets in two dimensions, row-major, query - key.
#include "position/encodings/swin.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Swin> && BiasesByPair<Swin>);

namespace {

Swin window(int width, int height, int heads) {
  Swin e;
  e.width = width;
  e.height = height;
  e.table = random_table((2 * width - 1) * (2 * height - 1), heads, 7);
  return e;
}

}  // namespace

TEST_CASE("swin reads the offset of row and column from one table") {
  Swin e = window(5, 3, 2);
  REQUIRE(e.prepare({2}).ok());
  for (int h = 0; h < 2; ++h) {
    for (int yi = 0; yi < 3; ++yi) {
      for (int xi = 0; xi < 5; ++xi) {
        for (int yj = 0; yj < 3; ++yj) {
          for (int xj = 0; xj < 5; ++xj) {
            const int row = (yi - yj + 2) * 9 + (xi - xj + 4);
            CHECK(e.pair_bias(h, yi * 5 + xi, yj * 5 + xj) == e.table.at(row, h));
          }
        }
      }
    }
  }
}

TEST_CASE("swin in a window of one row is a table over query - key") {
  Swin e = window(4, 1, 1);
  REQUIRE(e.prepare({1}).ok());
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) CHECK(e.pair_bias(0, i, j) == e.table.at(i - j + 3, 0));
  }
}

TEST_CASE("swin reads nothing past its window, whatever the positions") {
  Swin e = window(2, 2, 1);
  REQUIRE(e.prepare({1}).ok());
  CHECK(e.pair_bias(0, -7, 0) == e.pair_bias(0, 0, 0));
  CHECK(e.pair_bias(0, 1e9, NAN) == e.pair_bias(0, 3, 0));
}

TEST_CASE("swin refuses what does not fit, by name") {
  Swin e = window(5, 3, 2);
  CHECK(refused(e, {3}) == "position.table");
  CHECK_FALSE(e.check_positions(std::vector<float>{15}).ok());
  CHECK(e.check_positions(std::vector<float>{14}).ok());
  e.height = 4;
  CHECK(refused(e, {2}) == "position.table");
  e.width = 2000000000;
  CHECK(refused(e, {2}) == "position.width");
  e.width = 0;
  CHECK(out_of_range(e) == "width");
  Swin none;
  none.width = 3;
  CHECK(out_of_range(none) == "height");
}
