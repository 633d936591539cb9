// Swin v2: cosine attention in the rotation, a network of logarithmic offsets in the bias.
#include "position/encodings/swin_v2.hpp"

#include "stacks.hpp"
#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<SwinV2> && Rotates<SwinV2> && BiasesByPair<SwinV2> && SetsScale<SwinV2>);

namespace {

SwinV2 network(int width, int height, int heads, int hidden = 6) {
  SwinV2 e;
  e.width = width;
  e.height = height;
  e.weight1 = random_table(hidden, 2, 1, 2);
  e.bias1 = random_table(1, hidden, 2);
  e.weight2 = random_table(heads, hidden, 3);
  return e;
}

double logarithmic(int offset, int extent) {
  const double x = 8.0 * offset / (extent - 1);
  return std::copysign(std::log2(std::abs(x) + 1) / 3, x);
}

double written_out(const SwinV2& e, int h, int down, int right, int height, int width) {
  const double y = height > 1 ? logarithmic(down, height) : 0;
  const double x = width > 1 ? logarithmic(right, width) : 0;
  double sum = 0;
  for (int n = 0; n < e.weight1.rows; ++n) {
    const double hidden = e.weight1.at(n, 0) * y + e.weight1.at(n, 1) * x + e.bias1.at(0, n);
    sum += hidden > 0 ? hidden * e.weight2.at(h, n) : 0;
  }
  return 16 / (1 + std::exp(-sum));
}

}  // namespace

TEST_CASE("swinV2 bias is 16 sigmoid of the network of logarithmic offsets") {
  for (const auto& [width, height] : {std::pair{5, 3}, {4, 1}, {1, 4}}) {
    SwinV2 e = network(width, height, 3);
    REQUIRE(e.prepare({3, 4}).ok());
    for (int h = 0; h < 3; ++h) {
      for (int i = 0; i < width * height; ++i) {
        for (int j = 0; j < width * height; ++j) {
          const double expected = written_out(e, h, i / width - j / width, i % width - j % width, height, width);
          CHECK(e.pair_bias(h, i, j) == Catch::Approx(expected).margin(1e-11));
        }
      }
    }
  }
}

TEST_CASE("swinV2 in an enlarged window measures offsets in the window of the training") {
  SwinV2 e = network(6, 4, 1);
  e.pretrained_width = 3;
  e.pretrained_height = 2;
  REQUIRE(e.prepare({1, 4}).ok());
  CHECK(e.pair_bias(0, 23, 0) == Catch::Approx(written_out(e, 0, 3, 5, 2, 3)));
}

TEST_CASE("swinV2 makes unit rows, queries times e^logitScale, at most 100") {
  SwinV2 e = network(2, 2, 3);
  e.logit_scale = numbers({0, 1.5, 9});
  REQUIRE(e.prepare({3, 3}).ok());
  const double factors[] = {1, std::exp(1.5), 100};
  for (int h = 0; h < 3; ++h) {
    std::vector<double> query{1, -2, 3};
    std::vector<double> key{4, 0.5, -1};
    e.rotate(std::span<double>(query), 1, h, Side::query);
    e.rotate(key, 2, h, Side::key);
    const double lengths = std::sqrt(14.0) * std::sqrt(17.25);
    double product = 0;
    for (std::size_t c = 0; c < 3; ++c) product += query[c] * key[c];
    CHECK(product == Catch::Approx(0.0 / lengths + (4 - 1 - 3) / lengths * factors[h]).margin(1e-5));
    CHECK(key[0] == Catch::Approx(4 / std::sqrt(17.25)));
    CHECK(query[2] == Catch::Approx(3 / std::sqrt(14.0) * factors[h]));
  }
  CHECK(e.dot_scale({3, 3}) == 1);
}

TEST_CASE("swinV2 starts with ln 10, and leaves a row of zeros at zero") {
  SwinV2 e = network(2, 2, 1);
  REQUIRE(e.prepare({1, 2}).ok());
  std::vector<double> row{0, 2};
  e.rotate(std::span<double>(row), 0, 0, Side::query);
  CHECK(row[1] == Catch::Approx(10));
  std::vector<double> nothing{0, 0};
  e.rotate(nothing, 0, 0, Side::key);
  CHECK(nothing == std::vector<double>{0, 0});
}

TEST_CASE("swinV2 refuses what does not fit, by name") {
  SwinV2 e = network(3, 2, 2);
  CHECK(refused(e, {2, 4}).empty());
  CHECK(refused(e, {3, 4}) == "position.weight2");
  e.logit_scale = numbers({1, 2, 3});
  CHECK(refused(e, {2, 4}) == "position.logitScale");
  e.logit_scale = {};
  e.pretrained_width = 3;
  CHECK(refused(e, {2, 4}) == "position.pretrainedWidth");
  e.pretrained_height = 1;
  CHECK(refused(e, {2, 4}) == "position.pretrainedWidth");
  e.pretrained_height = 3;
  CHECK(refused(e, {2, 4}).empty());
  CHECK_FALSE(e.check_positions(std::vector<float>{6}).ok());
  e.width = e.height = 200;
  CHECK(refused(e, {2, 4}) == "position.width");
  e.width = 3;
  e.height = 2;
  e.weight1 = random_table(6, 1, 1);
  CHECK(refused(e, {2, 4}) == "position.weight1");
  e.logit_scale = numbers({INFINITY, 0});
  CHECK(out_of_range(e) == "logitScale");
}
