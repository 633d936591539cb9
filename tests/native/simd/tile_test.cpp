// The ways through a tile's operands, of which a build may take any.
#include <cstring>

#include "core/shape.hpp"
#include "simd/accumulators.hpp"
#include "support.hpp"

using namespace whereformer;
using namespace whereformer::simd;
using whereformer::test::random_values;

namespace {

// c + a · b by `multiply`, which spreads the rows over tiles.
template <class Multiply>
std::vector<float> product(Operand a, int rows, int steps, const std::vector<float>& b, std::vector<float> c,
                           Multiply multiply) {
  multiply(TileProduct{
      .a = a, .rows = rows, .b = b.data(), .steps = steps, .c = c.data(), .addend = {c.data(), kTileWidth}});
  return c;
}

template <class Way>
auto along(Way way) {
  return [=](const TileProduct& p) { spread_rows(p, way, AnyWay()); };
}

template <class Way>
auto finely_along(Way way) {
  return [=](const TileProduct& p) { spread_rows_finely(p, way, AnyWay()); };
}

}  // namespace

TEST_CASE("every way through a tile's operands gives the same bits", "[simd]") {
  const int rows = GENERATE(1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 31);
  const int steps = GENERATE(0, 1, 2, 3, 4, 5, 7, 8, 37);
  const auto a = random_values(element_count(rows + 3, steps + 3), 1);
  const auto b = random_values(element_count(steps, kTileWidth), 2);
  const auto c = random_values(element_count(rows, kTileWidth), 3);
  const auto same = [](const std::vector<float>& got, const std::vector<float>& expected) {
    return std::memcmp(got.data(), expected.data(), got.size() * sizeof(float)) == 0;
  };
  CAPTURE(rows, steps);
  const Operand as_rows{a.data(), steps + 3, 1};
  const std::vector<float> by_rows = product(as_rows, rows, steps, b, c, along(AnyWay()));
  CHECK(same(product(as_rows, rows, steps, b, c, along(AlongRows())), by_rows));
  CHECK(same(product(as_rows, rows, steps, b, c, finely_along(AlongRows())), by_rows));
  const Operand as_columns{a.data(), 1, rows + 3};
  const std::vector<float> by_columns = product(as_columns, rows, steps, b, c, along(AnyWay()));
  CHECK(same(product(as_columns, rows, steps, b, c, along(AlongColumns())), by_columns));
  CHECK(same(product(as_columns, rows, steps, b, c, finely_along(AlongColumns())), by_columns));
  for (int r = 0; r < rows; ++r) {
    for (int i = 0; i < kTileWidth; ++i) {
      const auto at = static_cast<std::size_t>(r * kTileWidth + i);
      double sum = c[at];
      for (int t = 0; t < steps; ++t) {
        sum += static_cast<double>(a[static_cast<std::size_t>(r * (steps + 3) + t)]) *
               b[static_cast<std::size_t>(t * kTileWidth + i)];
      }
      CHECK(std::abs(by_rows[at] - sum) <= 1e-5);
    }
  }
}
