// CoPE: positions counted by gates, read between two rows, before and after the scale.
#include "position/encodings/cope.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Cope> && HasContentRow<Cope>);

namespace {

constexpr int kCopeWidth = 5;
constexpr std::size_t kKeys = 13;

std::vector<double> doubles(std::size_t count, std::uint64_t seed, float spread) {
  const auto values = random_values(count, seed, spread);
  return {values.begin(), values.end()};
}

struct Row {
  std::vector<double> q = doubles(kCopeWidth, 5, 1);
  std::vector<double> products = doubles(kKeys, 6, 4);
  std::vector<char> seen = std::vector<char>(kKeys, 1);

  std::vector<double> content(const Cope& e) const {
    std::vector<double> out(kKeys, 0.25);
    e.content_row(q, products, seen, 0, out);
    return out;
  }
};

double at_row(const Cope& e, const Row& row, std::size_t p) {
  double sum = 0;
  for (int c = 0; c < kCopeWidth; ++c) sum += row.q[static_cast<std::size_t>(c)] * e.table.at(static_cast<int>(p), c);
  return sum;
}

double written_out(const Cope& e, const Row& row, std::size_t j, double scale) {
  double position = 0;
  for (std::size_t l = j; l < kKeys; ++l) {
    if (row.seen[l] != 0) position += 1 / (1 + std::exp(-row.products[l] * scale));
  }
  position = std::min(position, e.table.rows - 1.0);
  const double below = std::floor(position);
  const double above = std::ceil(position);
  const double share = position - below;
  return at_row(e, row, static_cast<std::size_t>(above)) * share +
         at_row(e, row, static_cast<std::size_t>(below)) * (1 - share);
}

}  // namespace

TEST_CASE("cope counts gates of seen keys from the key to the end, and interpolates between rows") {
  for (const int positions : {1, 3, 20}) {
    for (const auto where : {Cope::Where::before_scale, Cope::Where::after_scale}) {
      Cope e;
      e.table = random_table(positions, kCopeWidth, 1);
      e.where = where;
      const Geometry geometry = geometry_of(1, kCopeWidth);
      REQUIRE(e.prepare(geometry).ok());
      Row row;
      row.seen[4] = 0;
      for (std::size_t j = 10; j < kKeys; ++j) row.seen[j] = 0;  // a causal query in the middle
      const auto content = row.content(e);
      for (std::size_t j = 0; j < kKeys; ++j) {
        const double factor = where == Cope::Where::after_scale ? 1 / geometry.scale : 1;
        const double expected = row.seen[j] != 0 ? 0.25 + written_out(e, row, j, geometry.scale) * factor : 0.25;
        CHECK(content[j] == Catch::Approx(expected).margin(1e-12));
      }
    }
  }
}

TEST_CASE("cope with open gates counts tokens; hidden products are not read") {
  Cope e;
  e.table = random_table(6, kCopeWidth, 1);
  REQUIRE(e.prepare(geometry_of(1, kCopeWidth)).ok());
  Row row;
  row.products.assign(kKeys, INFINITY);
  row.products[12] = NAN;
  row.seen[12] = 0;
  const auto content = row.content(e);
  CHECK(content[12] == 0.25);
  for (std::size_t j = 0; j < 12; ++j) {
    CHECK(content[j] - 0.25 == Catch::Approx(at_row(e, row, std::min<std::size_t>(12 - j, 5))).margin(1e-12));
  }
  row.seen[12] = 1;
  CHECK(std::isnan(row.content(e)[0]));
}

TEST_CASE("cope refuses what does not fit, by name") {
  Cope e;
  CHECK(refused(e, geometry_of(1, kCopeWidth)) == "position.table");
  e.table = random_table(4, kCopeWidth + 1, 1);
  CHECK(refused(e, geometry_of(1, kCopeWidth)) == "position.table");
  CHECK(refused(e, geometry_of(1, kCopeWidth + 1)).empty());
  Geometry unscaled = geometry_of(1, kCopeWidth + 1);
  unscaled.scale = 0;
  CHECK(refused(e, unscaled).empty());
  e.where = Cope::Where::after_scale;
  CHECK(refused(e, unscaled) == "scale");
}
