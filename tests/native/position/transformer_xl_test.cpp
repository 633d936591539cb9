// Transformer-XL: the four terms of the score, written out.
#include "position/encodings/transformer_xl.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<TransformerXl> && HasQueryVector<TransformerXl> && HasKeyVector<TransformerXl> &&
              BiasesByDistance<TransformerXl>);

namespace {

constexpr int kTransformerXlHeads = 3;
constexpr int kTransformerXlWidth = 5;
constexpr int kModel = 14;

TransformerXl transformer_xl() {
  TransformerXl e;
  e.weight = random_table(kTransformerXlHeads * kTransformerXlWidth, kModel, 1);
  e.content_bias = random_table(kTransformerXlHeads, kTransformerXlWidth, 2);
  e.position_bias = random_table(kTransformerXlHeads, kTransformerXlWidth, 3);
  return e;
}

// (W_R R_t) of one head, channel c.
double projected(const TransformerXl& e, int h, int c, double t) {
  double sum = 0;
  for (int i = 0; i < kModel / 2; ++i) {
    const double angle = t / std::pow(e.base, 2.0 * i / kModel);
    sum += e.weight.at(h * kTransformerXlWidth + c, i) * std::sin(angle) +
           e.weight.at(h * kTransformerXlWidth + c, kModel / 2 + i) * std::cos(angle);
  }
  return sum;
}

void check_pair(const TransformerXl& e, double scale, int h, int i, int j, double t) {
  const auto q = random_values(kTransformerXlWidth, 11);
  const auto k = random_values(kTransformerXlWidth, 12);
  double expected = 0;
  for (int c = 0; c < kTransformerXlWidth; ++c) {
    const auto at = static_cast<std::size_t>(c);
    expected += static_cast<double>(e.content_bias.at(h, c)) * k[at];
    expected += (static_cast<double>(q[at]) + e.position_bias.at(h, c)) * projected(e, h, c, t);
  }
  const auto to_query = filled(kTransformerXlWidth, [&](auto out) { e.query_vector(h, j - i, out); });
  const auto to_key = filled(kTransformerXlWidth, [&](auto out) { e.key_vector(h, j - i, out); });
  double actual = e.distance_bias(h, j - i) / scale;
  for (std::size_t c = 0; c < kTransformerXlWidth; ++c) actual += q[c] * to_query[c] + k[c] * to_key[c];
  CHECK(actual == Catch::Approx(expected).margin(1e-11));
}

}  // namespace

TEST_CASE("transformerXl adds k·u, q·W R and v·W R, all inside of the scale, at query - key") {
  TransformerXl e = transformer_xl();
  const Geometry geometry = geometry_of(kTransformerXlHeads, kTransformerXlWidth);
  REQUIRE(e.prepare(geometry).ok());
  for (int h = 0; h < kTransformerXlHeads; ++h) {
    for (int i = 0; i < 9; ++i) {
      for (int j = 0; j < 11; ++j) check_pair(e, geometry.scale, h, i, j, i - j);
    }
  }
}

TEST_CASE("transformerXl clampLength clamps distances, base stretches the wavelengths") {
  TransformerXl e = transformer_xl();
  e.clamp_length = 4;
  e.base = 77;
  const Geometry geometry = geometry_of(kTransformerXlHeads, kTransformerXlWidth);
  REQUIRE(e.prepare(geometry).ok());
  check_pair(e, geometry.scale, 1, 9, 2, 4);
  check_pair(e, geometry.scale, 1, 2, 9, -4);
  check_pair(e, geometry.scale, 1, 9, 6, 3);
}

TEST_CASE("transformerXl refuses what does not fit, by name") {
  const Geometry geometry = geometry_of(kTransformerXlHeads, kTransformerXlWidth);
  TransformerXl e;
  CHECK(refused(e, geometry) == "position.weight");
  e = transformer_xl();
  CHECK(refused(e, geometry).empty());
  e.position_bias = random_table(kTransformerXlHeads, kTransformerXlWidth + 1, 1);
  CHECK(refused(e, geometry) == "position.positionBias");
  e.content_bias = random_table(kTransformerXlHeads + 1, kTransformerXlWidth, 1);
  CHECK(refused(e, geometry) == "position.contentBias");
  e = transformer_xl();
  e.weight = random_table(kTransformerXlHeads * kTransformerXlWidth, 7, 1);
  CHECK(refused(e, geometry) == "position.weight");
  CHECK(refused(e, {65536, 65536}) == "position.weight");
  e.clamp_length = -1;
  CHECK(out_of_range(e) == "clampLength");
  e.base = 1;
  e.clamp_length = 0;
  CHECK(out_of_range(e) == "base");
}
