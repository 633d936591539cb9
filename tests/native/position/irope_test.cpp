#include "position/encodings/irope.hpp"

#include "position/encodings/rope.hpp"
#include "rows.hpp"
#include "stacks.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Irope> && Rotates<Irope> && Masks<Irope>);

namespace {

Irope irope(int layer, int width = 8) {
  Irope e;
  e.layer = layer;
  REQUIRE(e.prepare({1, width}).ok());
  return e;
}

}  // namespace

TEST_CASE("irope layers rotate like rope, except every fourth") {
  Rope rope;
  rope.base = 500000;
  rope.layout = Layout::interleaved;
  REQUIRE(rope.prepare({1, 8}).ok());
  const std::vector<double> x = random_row(8, 3);
  const double position = GENERATE(0.0, 5.0, 20000.0, kFar);
  for (const int layer : {0, 1, 2, 4, 5, 6, 8}) {
    CHECK(turned(irope(layer), x, position, Side::query) == turned(rope, x, position));
    CHECK(turned(irope(layer), x, position, Side::key) == turned(rope, x, position));
  }
  for (const int layer : {3, 7, 11}) CHECK(turned(irope(layer), x, position, Side::key) == x);
}

TEST_CASE("queries of layers without rope grow by 0.1 ln of the 8192s of keys that they see") {
  const Irope e = irope(3);
  const std::vector<double> x = random_row(8, 3);
  CHECK(turned(e, x, 0) == x);
  CHECK(turned(e, x, 8190) == x);
  for (const double position : {8191.0, 16382.0, 16383.0, 1e6}) {
    std::vector<double> expected = x;
    for (double& v : expected) v *= 1 + 0.1 * std::log1p(std::floor((position + 1) / 8192));
    check_close(turned(e, x, position), expected, 1e-14);
  }
  Irope cold = irope(3);
  cold.temperature = 0;
  CHECK(turned(cold, x, 1e6) == x);
}

TEST_CASE("queries before position 0 do not grow") {
  Irope e = irope(3);
  const std::vector<double> x = random_row(8, 3);
  for (const int floor_scale : {1, 2, 8192}) {
    e.floor_scale = floor_scale;
    for (const double position : {-1.0, -2.0, -3.5, -8193.0, -1e9}) CHECK(turned(e, x, position) == x);
  }
}

TEST_CASE("chunks before the first key hold no key") {
  Irope e = irope(0);
  e.chunk = 4;
  for (int query = -9; query < 0; ++query) {
    CHECK(e.range(query, 10).empty());
    for (int key = 0; key < 10; ++key) CHECK_FALSE(e.visible(query, key));
    for (int other = -9; other < 0; ++other) {
      CHECK(e.visible(query, other) == (std::floor(query / 4.0) == std::floor(other / 4.0)));
    }
  }
}

TEST_CASE("qk norm divides rotated rows by their root mean square, on rope layers only") {
  Irope e = irope(0);
  Irope plain = irope(0);
  e.qk_norm = true;
  const Side side = GENERATE(Side::query, Side::key);
  const std::vector<double> x = random_row(8, 3);
  std::vector<double> expected = turned(plain, x, 7, side);
  const double mean = dot_of(expected, expected) / 8;
  for (double& v : expected) v /= std::sqrt(mean + 1e-5);
  check_close(turned(e, x, 7, side), expected, 1e-14);
  e.layer = 3;
  REQUIRE(e.prepare({1, 8}).ok());
  CHECK(turned(e, x, 7, side) == x);
}

TEST_CASE("rope layers see their own chunk of keys, the others everything") {
  Irope e = irope(0);
  e.chunk = 4;
  for (int query = 0; query < 11; ++query) {
    const KeyRange range = e.range(query, 10);
    for (int key = 0; key < 10; ++key) {
      CHECK(e.visible(query, key) == (query / 4 == key / 4));
      CHECK((key >= range.first && key < range.last) == e.visible(query, key));
    }
  }
  CHECK(e.exact_range());
  e.layer = 3;
  CHECK(e.visible(9, 0));
  CHECK(e.range(2, 10).last == 10);
  Irope whole = irope(0);
  whole.chunk = 0;
  CHECK(whole.visible(9, 0));
  CHECK(irope(0).range(8191, 9000).last == 8192);
  CHECK(irope(0).range(8192, 9000).first == 8192);
}

TEST_CASE("irope scales frequencies as rope does") {
  Irope e;
  Rope rope;
  rope.base = 500000;
  rope.layout = Layout::interleaved;
  e.scaling.type = rope.scaling.type = RopeScaling::Type::llama3;
  e.scaling.factor = rope.scaling.factor = 16;
  e.scaling.original_max = rope.scaling.original_max = 8192;
  REQUIRE(e.prepare({1, 16}).ok());
  REQUIRE(rope.prepare({1, 16}).ok());
  const std::vector<double> x = random_row(16, 3);
  CHECK(turned(e, x, 12345) == turned(rope, x, 12345));
}

TEST_CASE("irope takes given frequencies and turns the other way as rope does") {
  Irope e;
  Rope rope;
  rope.layout = Layout::interleaved;
  e.frequencies = numbers({1, 0.25, 0});
  rope.frequencies = numbers({1, 0.25, 0});
  e.reversed = rope.reversed = true;
  REQUIRE(e.prepare({1, 6}).ok());
  REQUIRE(rope.prepare({1, 6}).ok());
  const std::vector<double> x = random_row(6, 3);
  CHECK(turned(e, x, 123) == turned(rope, x, 123));
}

TEST_CASE("nopeEvery 0 leaves no layer without rope") {
  Irope e = irope(3);
  e.nope_every = 0;
  CHECK(e.uses_rope());
  e.nope_every = 1;
  CHECK_FALSE(e.uses_rope());
}

TEST_CASE("bad irope parameters are refused by name") {
  Irope e;
  CHECK(refused(e, {1, 7}) == "headDim");
  e.floor_scale = 0;
  CHECK(out_of_range(e) == "floorScale");
  e.floor_scale = 1;
  e.chunk = -1;
  CHECK(out_of_range(e) == "chunk");
  e.chunk = 0;
  e.temperature = -1;
  CHECK(out_of_range(e) == "temperature");
  e.temperature = 0;
  e.layer = -1;
  CHECK(out_of_range(e) == "layer");
  Irope scaled;
  scaled.scaling.type = RopeScaling::Type::llama3;
  CHECK(refused(scaled, {1, 8}) == "position.scaling.originalMaxPositionEmbeddings");
}
