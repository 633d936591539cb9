#include "position/any.hpp"
#include "support.hpp"

using namespace whereformer;
using whereformer::test::positions_from;

TEST_CASE("sinusoidal is the paper's interleaved table") {
  Sinusoidal e;
  REQUIRE(e.prepare({1, 0, 4}).ok());
  std::vector<double> row(4, 0.0);
  e.embed(std::span<double>(row), 3);
  CHECK(row[0] == Catch::Approx(std::sin(3.0)).margin(1e-15));
  CHECK(row[1] == Catch::Approx(std::cos(3.0)).margin(1e-15));
  CHECK(row[2] == Catch::Approx(std::sin(0.03)).margin(1e-15));
  CHECK(row[3] == Catch::Approx(std::cos(0.03)).margin(1e-15));
}

TEST_CASE("concatenated sinusoids are a permutation of interleaved ones") {
  Sinusoidal together;
  Sinusoidal apart;
  apart.layout = Sinusoidal::Layout::concatenated;
  std::vector<double> a(10, 0.0);
  std::vector<double> b(10, 0.0);
  together.embed(std::span<double>(a), 17);
  apart.embed(std::span<double>(b), 17);
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(a[2 * i] == b[i]);
    CHECK(a[2 * i + 1] == b[5 + i]);
  }
}

TEST_CASE("embed adds to the row, it does not replace it") {
  Sinusoidal e;
  std::vector<float> row{10, 10};
  e.embed(std::span<float>(row), 0);
  CHECK(row[0] == 10.0F);
  CHECK(row[1] == 11.0F);
}

TEST_CASE("rope rotates pairs: golden numbers for d = 4, base 10000, position 3, interleaved") {
  Rope e;
  e.layout = Rope::Layout::interleaved;
  REQUIRE(e.prepare({1, 4, 0}).ok());
  std::vector<double> x{1, 2, 3, 4};
  e.rotate(std::span<double>(x), 3, 0);
  const double expected[] = {-1.272233, -1.838865, 2.878668, 4.088187};
  double norm = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(std::abs(x[i] - expected[i]) < 1e-6);
    norm += x[i] * x[i];
  }
  CHECK(std::abs(norm - 30) < 1e-12);
}

TEST_CASE("rope half-split equals interleaved after the channel permutation, bit for bit") {
  Rope half;
  Rope together;
  together.layout = Rope::Layout::interleaved;
  REQUIRE(half.prepare({1, 6, 0}).ok());
  REQUIRE(together.prepare({1, 6, 0}).ok());
  std::vector<float> a{1, 2, 3, 4, 5, 6};  // pairs (0,3) (1,4) (2,5)
  std::vector<float> b{1, 4, 2, 5, 3, 6};  // pairs (0,1) (2,3) (4,5)
  half.rotate(std::span<float>(a), 11, 0);
  together.rotate(std::span<float>(b), 11, 0);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(a[i] == b[2 * i]);
    CHECK(a[3 + i] == b[2 * i + 1]);
  }
}

TEST_CASE("rope scores do not change when query and key move together") {
  Rope e;
  REQUIRE(e.prepare({1, 8, 0}).ok());
  const auto score = [&](double shift) {
    std::vector<double> q{1, -2, 3, 0.5, 2, 1, -1, 4};
    std::vector<double> k{0.3, 1, 2, -1, 1.5, 0, 2, -2};
    e.rotate(std::span<double>(q), 9 + shift, 0);
    e.rotate(std::span<double>(k), 4 + shift, 0);
    double sum = 0;
    for (std::size_t i = 0; i < 8; ++i) sum += q[i] * k[i];
    return sum;
  };
  CHECK(std::abs(score(0) - score(1000)) < 1e-9);
  CHECK(std::abs(score(0) - score(0.5)) < 1e-9);
}

TEST_CASE("partial rope leaves the channels past rotaryDim alone and divides exponents by rotaryDim") {
  Rope e;
  e.rotary_dim = 4;
  REQUIRE(e.prepare({1, 7, 0}).ok());
  CHECK(e.pairs() == 2);
  CHECK(e.inverse_frequencies()[1] == Catch::Approx(0.01));
  std::vector<double> x{1, 2, 3, 4, 5, 6, 7};
  e.rotate(std::span<double>(x), 5, 0);
  CHECK(x[4] == 5);
  CHECK(x[6] == 7);
  CHECK(x[0] != 1);
}

TEST_CASE("rope angles stay exact far out") {
  Rope e;
  REQUIRE(e.prepare({1, 2, 0}).ok());
  std::vector<float> x{1, 0};
  const double far = 16777215;
  e.rotate(std::span<float>(x), far, 0);
  CHECK(x[0] == static_cast<float>(std::cos(far)));
  CHECK(x[1] == static_cast<float>(std::sin(far)));
}

TEST_CASE("alibi slopes follow the paper for powers of two and interleave for others") {
  CHECK(Alibi::paper_slopes(8)[0] == 0.5);
  CHECK(Alibi::paper_slopes(8)[7] == std::exp2(-8.0));
  const auto twelve = Alibi::paper_slopes(12);
  REQUIRE(twelve.size() == 12);
  CHECK(twelve[7] == std::exp2(-8.0));
  CHECK(twelve[8] == Catch::Approx(0.70710678));
  CHECK(twelve[11] == Catch::Approx(0.08838835));
  CHECK(Alibi::paper_slopes(1) == std::vector<double>{std::exp2(-8.0)});
}

TEST_CASE("alibi falls with distance, and symmetric alibi looks both ways") {
  Alibi causal;
  REQUIRE(causal.prepare({2, 0, 0}).ok());
  CHECK(causal.bias(0, 5.0, 2.0) == -3 * 0.0625);
  CHECK(causal.bias(0, 2.0, 5.0) == 3 * 0.0625);
  Alibi symmetric;
  symmetric.symmetric = true;
  REQUIRE(symmetric.prepare({2, 0, 0}).ok());
  CHECK(symmetric.bias(0, 2.0, 5.0) == -3 * 0.0625);
}

namespace {

T5Buckets buckets(int rows, bool bidirectional) {
  T5Buckets e;
  e.bidirectional = bidirectional;
  e.table.rows = rows;
  e.table.columns = 1;
  REQUIRE(e.table.values.allocate(static_cast<std::size_t>(rows)).ok());
  REQUIRE(e.prepare({1, 0, 0}).ok());
  return e;
}

}  // namespace

TEST_CASE("t5 bidirectional buckets: golden lower edges") {
  const T5Buckets e = buckets(32, true);
  const std::pair<int, int> edges[] = {{0, 0},   {7, 7},   {8, 8},   {11, 8},   {12, 9},   {15, 9},  {16, 10},
                                       {22, 10}, {23, 11}, {31, 11}, {32, 12},  {45, 12},  {46, 13}, {63, 13},
                                       {64, 14}, {90, 14}, {91, 15}, {128, 15}, {5000, 15}};
  for (const auto& [distance, bucket] : edges) {
    CHECK(e.bucket(-distance) == bucket);
    if (distance > 0) CHECK(e.bucket(distance) == bucket + 16);
  }
}

TEST_CASE("t5 bidirectional never uses bucket 16") {
  const T5Buckets e = buckets(32, true);
  for (int distance = -600; distance <= 600; ++distance) CHECK(e.bucket(distance) != 16);
}

TEST_CASE("t5 causal buckets: golden lower edges") {
  const T5Buckets e = buckets(32, false);
  const std::pair<int, int> edges[] = {{0, 0},   {15, 15}, {16, 16}, {18, 16}, {19, 17},  {21, 18},  {24, 19},
                                       {27, 20}, {31, 21}, {35, 22}, {40, 23}, {46, 24},  {52, 25},  {59, 26},
                                       {67, 27}, {77, 28}, {87, 29}, {99, 30}, {112, 30}, {113, 31}, {9999, 31}};
  for (const auto& [distance, bucket] : edges) CHECK(e.bucket(-distance) == bucket);
  CHECK(e.bucket(5) == 0);
}

TEST_CASE("a learned table is read row by row and has no row past its end") {
  Learned e;
  e.table.rows = 2;
  e.table.columns = 3;
  REQUIRE(e.table.values.copy_from(std::vector<float>{1, 2, 3, 4, 5, 6}).ok());
  REQUIRE(e.prepare({1, 0, 3}).ok());
  std::vector<float> row(3, 0);
  e.embed(std::span<float>(row), 1);
  CHECK(row == std::vector<float>{4, 5, 6});
  CHECK(e.check_positions(std::vector<float>{0, 1}).ok());
  CHECK_FALSE(e.check_positions(std::vector<float>{2}).ok());
  CHECK_FALSE(e.check_positions(std::vector<float>{-1}).ok());
  CHECK_FALSE(e.check_positions(std::vector<float>{0.5}).ok());
  CHECK_FALSE(e.check_positions(std::vector<float>{NAN}).ok());
}

TEST_CASE("bad parameters are refused with the name of the parameter") {
  Rope odd;
  odd.rotary_dim = 3;
  CHECK(std::string(odd.prepare({1, 8, 0}).argument) == "position.rotaryDim");
  Rope wide;
  wide.rotary_dim = 10;
  CHECK_FALSE(wide.prepare({1, 8, 0}).ok());
  Rope negative;
  negative.rotary_dim = -2;
  CHECK_FALSE(negative.prepare({1, 8, 0}).ok());
  Rope odd_head;
  CHECK_FALSE(odd_head.prepare({1, 7, 0}).ok());
  Rope base;
  base.base = NAN;
  CHECK(std::string(base.prepare({1, 8, 0}).argument) == "position.base");
  Alibi slopes;
  slopes.slopes = {1, 2, 3};
  CHECK(slopes.prepare({2, 0, 0}).code == Code::shape);
  T5Buckets empty;
  CHECK(empty.prepare({2, 0, 0}).code == Code::shape);
  Learned nothing;
  CHECK(nothing.prepare({1, 0, 8}).code == Code::shape);
  Sinusoidal odd_width;
  CHECK(std::string(odd_width.prepare({1, 0, 5}).argument) == "dim");
}

TEST_CASE("geometries that no array could hold are refused before anything is allocated") {
  const auto refused = [](Geometry geometry) {
    PositionStack stack;
    stack.add(Alibi{});
    return std::string(stack.prepare(geometry).argument);
  };
  CHECK(refused({2000000000, 4, 4}) == "heads");
  CHECK(refused({0, 4, 4}) == "heads");
  CHECK(refused({1, 2000000000, 4}) == "headDim");
  CHECK(refused({1, -1, 4}) == "headDim");
  CHECK(refused({1, 4, 2000000000}) == "dim");
  CHECK(refused({1, 4, 4}).empty());
}

TEST_CASE("encodings are made by their type, unknown types are refused") {
  AnyEncoding e;
  CHECK(make_encoding("alibi", e));
  CHECK(std::holds_alternative<Alibi>(e));
  CHECK(make_encoding("t5", e));
  CHECK_FALSE(make_encoding("rotary", e));
  CHECK_FALSE(make_encoding("", e));
}

TEST_CASE("a run-time stack means what the compile-time stack means") {
  Rope rope;
  Alibi alibi;
  const Geometry geometry{2, 4, 0};
  REQUIRE(rope.prepare(geometry).ok());
  REQUIRE(alibi.prepare(geometry).ok());
  const Stack fixed(rope, alibi);
  PositionStack chosen;
  chosen.add(Rope(rope));
  chosen.add(Alibi(alibi));
  REQUIRE(chosen.prepare(geometry).ok());
  std::vector<double> a{1, 2, 3, 4};
  std::vector<double> b = a;
  fixed.rotate(std::span<double>(a), 7, 1);
  chosen.rotate(std::span<double>(b), 7, 1);
  CHECK(a == b);
  CHECK(scalar_bias(fixed, 1, 9, 2) == scalar_bias(chosen, 1, 9, 2));
  CHECK(scalar_bias(fixed, 1, 9, 2) == -7 * std::exp2(-8.0));
}
