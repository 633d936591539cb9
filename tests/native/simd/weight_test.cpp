// Weights in types of 16 bits: every value comes back as it was, and products have the bits of the same values as float32.
#include "simd/weight.hpp"

#include "model/tensor_slot.hpp"
#include "simd/guarded.hpp"
#include "simd/halves.hpp"
#include "simd/matmul.hpp"
#include "support.hpp"

using namespace whereformer;
using namespace whereformer::simd;
using whereformer::test::every_half;
using whereformer::test::Guarded;
using whereformer::test::half_values;
using whereformer::test::has_code;
using whereformer::test::kHalfTypes;
using whereformer::test::plain_code;
using whereformer::test::random_halves;
using whereformer::test::random_values;
using whereformer::test::same_bits;
using whereformer::test::values_of;

namespace {

constexpr int W = kLanes;

// The values of a matrix, row by row.
std::vector<float> rows_of(const PackedMatrix& matrix) {
  std::vector<float> all(element_count(matrix.outputs(), matrix.inputs()));
  for (int r = 0; r < matrix.outputs(); ++r) matrix.read_row(r, all.data() + element_count(r, matrix.inputs()));
  return all;
}

// A piece as it is loaded into a matrix.
Status load(PackedMatrix& matrix, int first, bool by_column, WeightType type, std::span<const std::int16_t> halves) {
  HalfValues values = half_values(type, halves);
  TensorPiece piece{.name = "", .data = {}, .first = first, .by_column = by_column, .type = matrix.type()};
  piece.halves = &values;
  return load_piece({"", "", matrix.outputs(), matrix.inputs(), nullptr, &matrix}, piece);
}

Status load_rows(PackedMatrix& matrix, int first, WeightType type, std::span<const std::int16_t> rows) {
  return load(matrix, first, false, type, rows);
}

// y = x Wᵀ (+ bias) (+ y)
std::vector<float> product(const PackedMatrix& matrix, int rows, int inputs, int outputs, bool added) {
  Guarded x(random_values(element_count(rows, inputs), 1));
  const std::vector<float> bias = random_values(static_cast<std::size_t>(outputs), 2);
  Guarded y(random_values(element_count(rows, outputs), 3));
  matmul(x.data(), rows, matrix, {added ? bias.data() : nullptr, added}, y.data());
  REQUIRE(y.guards_stand());
  return {y.values().begin(), y.values().end()};
}

}  // namespace

TEST_CASE("a format reads all codes, in lanes, as float32") {
  const auto check = [](WeightType type, auto format) {
    for (const std::int16_t half : every_half()) {
      if (!has_code(type, half)) continue;
      const std::vector<std::int16_t> codes(2 * W, plain_code(type, half));
      float lanes[2 * W];
      const LanePair raw = format.raw(codes.data());
      store(lanes, type == WeightType::float16 ? format.scaled(raw.left) : raw.left);
      store(lanes + W, type == WeightType::float16 ? format.scaled(raw.right) : raw.right);
      const std::vector<std::int16_t> halves(2 * W, half);
      if (!same_bits(lanes, values_of(type, halves))) FAIL(half << " as a lane is " << lanes[0]);
    }
  };
  check(WeightType::float16, Float16Format());
  check(WeightType::bfloat16, BFloat16Format());
}

TEST_CASE("a matrix gives its values back in every type of 16 bits, whatever the size of its pieces") {
  for (const WeightType type : kHalfTypes) {
    for (const int outputs : {0, 1, 3, W - 1, W + 1, 2 * W, 2 * W + 1, 37, 8 * W + 3}) {
      for (const int inputs : {0, 1, 3, 2 * W - 1, 2 * W, 2 * W + 1, 17}) {
        const std::vector<std::int16_t> halves = random_halves(type, element_count(outputs, inputs), 5);
        std::vector<std::int16_t> transposed(halves.size());
        for (int r = 0; r < outputs; ++r) {
          for (int c = 0; c < inputs; ++c) {
            transposed[static_cast<std::size_t>(c * outputs + r)] = halves[static_cast<std::size_t>(r * inputs + c)];
          }
        }
        for (const int piece : {1, 5, 64}) {
          CAPTURE(static_cast<int>(type), outputs, inputs, piece);
          PackedMatrix by_rows;
          PackedMatrix by_columns;
          REQUIRE(by_rows.allocate(outputs, inputs, type).ok());
          REQUIRE(by_columns.allocate(outputs, inputs, type).ok());
          for (int r = 0; r < outputs; r += piece) {
            const int count = std::min(piece, outputs - r) * inputs;
            REQUIRE(load(by_rows, r, false, type, std::span(halves).subspan(r * inputs, count)).ok());
          }
          for (int c = 0; c < inputs; c += piece) {
            const int count = std::min(piece, inputs - c) * outputs;
            REQUIRE(load(by_columns, c, true, type, std::span(transposed).subspan(c * outputs, count)).ok());
          }
          const std::vector<float> values = values_of(type, halves);
          CHECK((same_bits(rows_of(by_rows), values) && same_bits(rows_of(by_columns), values)));
          CHECK((by_rows.type() == type && by_columns.type() == type));
          CHECK(by_rows.bytes() == element_count((outputs + kWidePanel - 1) / kWidePanel * kWidePanel, inputs) * 2);
        }
      }
    }
  }
}

TEST_CASE("pieces of 16 bits fill a matrix of float32, and pieces of float32 turn one of 16 bits into it") {
  for (const WeightType type : kHalfTypes) {
    const std::vector<std::int16_t> halves = random_halves(type, 17 * 5, 6);
    const std::vector<float> values = values_of(type, halves);
    PackedMatrix matrix;
    REQUIRE(matrix.allocate(17, 5).ok());
    REQUIRE(load_rows(matrix, 0, type, halves).ok());
    CHECK((matrix.type() == WeightType::float32 && same_bits(rows_of(matrix), values)));
    REQUIRE(matrix.allocate(17, 5, type).ok());
    REQUIRE(load_rows(matrix, 0, type, std::span(halves).first(50)).ok());
    REQUIRE(matrix.encode_rows(10, std::span(values).subspan(50)).ok());
    CHECK((matrix.type() == WeightType::float32 && same_bits(rows_of(matrix), values)));
  }
}

TEST_CASE("pieces of 16 bits are rounded to 8 as float32 are, and fill a vector") {
  for (const WeightType type : kHalfTypes) {
    const std::vector<std::int16_t> halves = random_halves(type, 35 * 67, 9);
    const std::vector<float> values = values_of(type, halves);
    PackedMatrix from_halves;
    PackedMatrix from_floats;
    REQUIRE((from_halves.allocate(35, 67, WeightType::q8).ok() && from_floats.allocate(35, 67, WeightType::q8).ok()));
    REQUIRE((load_rows(from_halves, 0, type, halves).ok() && from_floats.encode_rows(0, values).ok()));
    CHECK(same_bits(rows_of(from_halves), rows_of(from_floats)));
    Buffer<float> vector;
    HalfValues given = half_values(type, halves);
    TensorPiece piece;
    piece.halves = &given;
    REQUIRE(load_piece({"", "", 35 * 67, 1, &vector, nullptr}, piece).ok());
    CHECK(same_bits(vector.span(), values));
  }
}

TEST_CASE("float32 of a megabyte lie in wide panels: the same values in pieces, the same bits in products") {
  const auto [outputs, inputs] = GENERATE(std::pair{1031, 257}, std::pair{255, 1033});
  const std::vector<float> values = random_values(element_count(outputs, inputs), 8);
  PackedMatrix narrow;
  PackedMatrix wide;
  REQUIRE(narrow.pack(values.data(), outputs, inputs).ok());
  REQUIRE(wide.allocate(outputs, inputs).ok());
  CHECK((narrow.width() == kTileWidth && wide.width() == kWidePanel));
  constexpr int kPiece = 13;
  for (int r = 0; r < outputs; r += kPiece) {
    const std::size_t count = element_count(std::min(kPiece, outputs - r), inputs);
    REQUIRE(wide.encode_rows(r, {values.data() + r * inputs, count}).ok());
  }
  CHECK(same_bits(rows_of(wide), values));
  std::vector<float> transposed(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto [row, column] = std::div(static_cast<int>(i), inputs);
    transposed[static_cast<std::size_t>(column * outputs + row)] = values[i];
  }
  PackedMatrix by_columns;
  REQUIRE(by_columns.allocate(outputs, inputs).ok());
  REQUIRE(by_columns.encode_columns(0, transposed).ok());
  CHECK(same_bits(rows_of(by_columns), values));
  for (const int rows : {1, 2, 97}) {
    for (const bool added : {false, true}) {
      const auto product_with = [&](const PackedMatrix& matrix) {
        const std::vector<float> x = random_values(element_count(rows, inputs), 1);
        const std::vector<float> bias = random_values(static_cast<std::size_t>(outputs), 2);
        Guarded y(random_values(element_count(rows, outputs), 3));
        matmul(x.data(), rows, matrix, {added ? bias.data() : nullptr, added}, y.data());
        REQUIRE(y.guards_stand());
        return std::vector<float>(y.values().begin(), y.values().end());
      };
      CAPTURE(outputs, inputs, rows, added);
      CHECK(same_bits(product_with(wide), product_with(narrow)));
    }
  }
}

TEST_CASE("a value that float16 is not kept with turns the matrix into float32, with what it had") {
  for (const unsigned odd : {0x7C00U, 0xFC00U, 0x7E01U, 0x7BFFU, 0xD800U}) {  // ±∞, NaN, 65504, −128
    for (const std::size_t at : {0U, 40U, 84U}) {
      std::vector<std::int16_t> halves = random_halves(WeightType::float16, 85, 6);
      halves[at] = static_cast<std::int16_t>(odd);
      CAPTURE(odd, at);
      PackedMatrix matrix;
      REQUIRE(matrix.allocate(17, 5, WeightType::float16).ok());
      for (int r = 0; r < 17; ++r) {
        REQUIRE(load_rows(matrix, r, WeightType::float16, std::span(halves).subspan(5 * r, 5)).ok());
      }
      CHECK(matrix.type() == WeightType::float32);
      CHECK(same_bits(rows_of(matrix), values_of(WeightType::float16, halves)));
    }
  }
}

TEST_CASE("products with weights of 16 bits have the bits of those with the same values as float32") {
  for (const WeightType type : kHalfTypes) {
    for (const int rows : {0, 1, 2, 3, 5, 6, 7, 13, 97, 131}) {
      for (const int inputs : {0, 1, 3, 127, 128, 129, 257}) {
        for (const int outputs : {1, 3, W + 1, 2 * W, 8 * W, 8 * W + 3}) {
          CAPTURE(static_cast<int>(type), rows, inputs, outputs);
          const std::vector<std::int16_t> weight = random_halves(type, element_count(outputs, inputs), 7);
          PackedMatrix narrow;
          PackedMatrix wide;
          REQUIRE((narrow.allocate(outputs, inputs, type).ok() && wide.allocate(outputs, inputs).ok()));
          REQUIRE(load_rows(narrow, 0, type, weight).ok());
          REQUIRE(load_rows(wide, 0, type, weight).ok());
          REQUIRE((narrow.type() == type && wide.type() == WeightType::float32));
          for (const bool added : {false, true}) {
            CHECK(
                same_bits(product(narrow, rows, inputs, outputs, added), product(wide, rows, inputs, outputs, added)));
          }
        }
      }
    }
  }
}
