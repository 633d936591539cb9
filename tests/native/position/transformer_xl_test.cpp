// Transformer-XL: the four terms of the score, written out.
#include "position/transformer_xl.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<TransformerXl> && HasQueryVector<TransformerXl> && HasKeyVector<TransformerXl> &&
              BiasesByDistance<TransformerXl>);

namespace {

constexpr int kHeads = 3;
constexpr int kWidth = 5;
constexpr int kModel = 14;

TransformerXl network() {
  TransformerXl e;
  e.weight = random_table(kHeads * kWidth, kModel, 1);
  e.content_bias = random_table(kHeads, kWidth, 2);
  e.position_bias = random_table(kHeads, kWidth, 3);
  return e;
}

// (W_R R_t) of one head, channel c.
double projected(const TransformerXl& e, int h, int c, double t) {
  double sum = 0;
  for (int i = 0; i < kModel / 2; ++i) {
    const double angle = t / std::pow(e.base, 2.0 * i / kModel);
    sum += e.weight.at(h * kWidth + c, i) * std::sin(angle) +
           e.weight.at(h * kWidth + c, kModel / 2 + i) * std::cos(angle);
  }
  return sum;
}

void check_pair(const TransformerXl& e, double scale, int h, int i, int j, double t) {
  const auto q = random_values(kWidth, 11);
  const auto k = random_values(kWidth, 12);
  double expected = 0;
  for (int c = 0; c < kWidth; ++c) {
    const auto at = static_cast<std::size_t>(c);
    expected += static_cast<double>(e.content_bias.at(h, c)) * k[at];
    expected += (static_cast<double>(q[at]) + e.position_bias.at(h, c)) * projected(e, h, c, t);
  }
  const auto to_query = filled(kWidth, [&](auto out) { e.query_vector(h, j - i, out); });
  const auto to_key = filled(kWidth, [&](auto out) { e.key_vector(h, j - i, out); });
  double actual = e.distance_bias(h, j - i) / scale;
  for (std::size_t c = 0; c < kWidth; ++c) actual += q[c] * to_query[c] + k[c] * to_key[c];
  CHECK(actual == Catch::Approx(expected).margin(1e-11));
}

}  // namespace

TEST_CASE("transformerXl adds k·u, q·W R and v·W R, all inside of the scale, at query - key") {
  TransformerXl e = network();
  const Geometry geometry = geometry_of(kHeads, kWidth);
  REQUIRE(e.prepare(geometry).ok());
  for (int h = 0; h < kHeads; ++h) {
    for (int i = 0; i < 9; ++i) {
      for (int j = 0; j < 11; ++j) check_pair(e, geometry.scale, h, i, j, i - j);
    }
  }
}

TEST_CASE("transformerXl clampLength holds distances, base stretches the waves") {
  TransformerXl e = network();
  e.clamp_length = 4;
  e.base = 77;
  const Geometry geometry = geometry_of(kHeads, kWidth);
  REQUIRE(e.prepare(geometry).ok());
  check_pair(e, geometry.scale, 1, 9, 2, 4);
  check_pair(e, geometry.scale, 1, 2, 9, -4);
  check_pair(e, geometry.scale, 1, 9, 6, 3);
}

TEST_CASE("transformerXl refuses what does not fit, by name") {
  const Geometry geometry = geometry_of(kHeads, kWidth);
  TransformerXl e;
  CHECK(refused(e, geometry) == "position.weight");
  e = network();
  CHECK(refused(e, geometry).empty());
  e.position_bias = random_table(kHeads, kWidth + 1, 1);
  CHECK(refused(e, geometry) == "position.positionBias");
  e.content_bias = random_table(kHeads + 1, kWidth, 1);
  CHECK(refused(e, geometry) == "position.contentBias");
  e = network();
  e.weight = random_table(kHeads * kWidth, 7, 1);
  CHECK(refused(e, geometry) == "position.weight");
  CHECK(refused(e, {65536, 65536}) == "position.weight");
  e.clamp_length = -1;
  CHECK(out_of_range(e) == "clampLength");
  e.base = 1;
  e.clamp_length = 0;
  CHECK(out_of_range(e) == "base");
}
