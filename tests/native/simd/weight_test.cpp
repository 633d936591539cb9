// Weights in types of 16 bits: every value comes back as it was, and products have the bits of the same values as float32.
#include "simd/weight.hpp"

#include "simd/guarded.hpp"
#include "simd/matmul.hpp"
#include "support.hpp"

using namespace whereformer;
using namespace whereformer::simd;
using whereformer::test::Guarded;
using whereformer::test::random_values;

namespace {

constexpr int W = kLanes;

// What IEEE 754 says, in double.
float half_value(std::uint32_t half) {
  const auto exponent = static_cast<int>(half >> 10U & 31U);
  const auto mantissa = static_cast<double>(half & 1023U);
  const double sign = (half & 0x8000U) != 0 ? -1 : 1;
  if (exponent == 31) return static_cast<float>(mantissa == 0 ? sign * INFINITY : NAN);
  if (exponent == 0) return static_cast<float>(sign * std::ldexp(mantissa, -24));
  return static_cast<float>(sign * std::ldexp(1024 + mantissa, exponent - 25));
}

float brain_value(std::uint32_t half) { return std::bit_cast<float>(half << 16U); }

bool same_bits(std::span<const float> a, std::span<const float> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

std::vector<float> every_value(float (*value)(std::uint32_t), float below) {
  std::vector<float> all;
  for (std::uint32_t half = 0; half < 65536; ++half) {
    if (std::abs(value(half)) < below) all.push_back(value(half));
  }
  return all;
}

// The values of a matrix, row by row.
std::vector<float> rows_of(const PackedMatrix& matrix) {
  std::vector<float> all(element_count(matrix.outputs(), matrix.inputs()));
  for (int r = 0; r < matrix.outputs(); ++r) matrix.read_row(r, all.data() + element_count(r, matrix.inputs()));
  return all;
}

// Random values of a type, small and large, with zeros and subnormals.
std::vector<float> values_of(WeightType type, std::size_t count, std::uint64_t seed) {
  std::vector<float> values = random_values(count, seed, 1);
  for (std::size_t i = 0; i < count; ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(values[i]);
    if (type == WeightType::bfloat16) values[i] = brain_value(bits >> 16U);
    if (type == WeightType::float16) values[i] = half_value((bits >> 8U & 0x8000U) | (bits >> 3U) % (22U << 10U));
  }
  return values;
}

constexpr WeightType kTypes[] = {WeightType::float32, WeightType::float16, WeightType::bfloat16};

// y = x Wᵀ (+ bias) (+ y) with the weight kept in a type.
std::vector<float> product(WeightType type, std::span<const float> weight, int rows, int inputs, int outputs,
                           bool added) {
  PackedMatrix matrix;
  REQUIRE(matrix.allocate(outputs, inputs, type).ok());
  REQUIRE(matrix.encode_rows(0, weight).ok());
  REQUIRE(matrix.type() == type);
  Guarded x(random_values(element_count(rows, inputs), 1));
  const std::vector<float> bias = random_values(static_cast<std::size_t>(outputs), 2);
  Guarded y(random_values(element_count(rows, outputs), 3));
  matmul(x.data(), rows, matrix, {added ? bias.data() : nullptr, added}, y.data());
  REQUIRE(y.guards_stand());
  return {y.values().begin(), y.values().end()};
}

}  // namespace

TEST_CASE("a format reads all 65536 values of its type, in lanes and one by one, as float32") {
  const auto check = [](WeightType type, auto format, float (*value)(std::uint32_t), float below) {
    for (std::uint32_t half = 0; half < 65536; ++half) {
      const float wanted = value(half);
      std::int16_t code = 0;
      const HalfCode codes_of = code_of(type);
      const bool exists = codes_of.encode(wanted, code);
      if (exists != (std::abs(wanted) < below)) FAIL("the format has " << wanted << ": " << exists);
      if (!exists) continue;
      const std::vector<std::int16_t> codes(2 * W, code);
      float lanes[2 * W];
      const LanePair raw = format.raw(codes.data());
      store(lanes, format.scaled(raw.left));
      store(lanes + W, format.scaled(raw.right));
      const auto bits = std::bit_cast<std::uint32_t>(wanted);
      if (std::bit_cast<std::uint32_t>(codes_of.value(code)) != bits) FAIL(wanted);
      for (const float lane : lanes) {
        if (std::bit_cast<std::uint32_t>(lane) != bits) FAIL(wanted << " as a lane is " << lane);
      }
    }
  };
  check(WeightType::float16, Float16Format(), half_value, 128);
  for (std::uint32_t half = 0; half < 65536; ++half) {  // infinities and NaN with their payload as well
    std::int16_t code = 0;
    REQUIRE(code_of(WeightType::bfloat16).encode(brain_value(half), code));
    REQUIRE(static_cast<std::uint16_t>(code) == half);
    const std::vector<std::int16_t> codes(2 * W, code);
    float lanes[2 * W];
    const LanePair raw = BFloat16Format().raw(codes.data());
    store(lanes, raw.left);
    store(lanes + W, raw.right);
    for (const float lane : lanes) REQUIRE(std::bit_cast<std::uint32_t>(lane) == half << 16U);
  }
}

TEST_CASE("a format refuses what is between its values, and what is below or above them") {
  std::int16_t code = 0;
  for (const float x : {1.0F + 0x1p-11F, 0x1p-25F, 128.0F, -65504.0F, 0x1p-126F, 0x1p-149F}) {
    CAPTURE(x);
    CHECK_FALSE(code_of(WeightType::float16).encode(x, code));
  }
  CHECK_FALSE(code_of(WeightType::bfloat16).encode(1.0F + 0x1p-8F, code));
}

TEST_CASE("a matrix gives its values back in every type, whatever the size of its pieces") {
  for (const WeightType type : kTypes) {
    for (const int outputs : {0, 1, 3, W - 1, W + 1, 2 * W, 2 * W + 1, 37}) {
      for (const int inputs : {0, 1, 3, 17}) {
        const std::vector<float> values = values_of(type, element_count(outputs, inputs), 5);
        std::vector<float> transposed(values.size());
        for (int r = 0; r < outputs; ++r) {
          for (int c = 0; c < inputs; ++c) {
            transposed[static_cast<std::size_t>(c * outputs + r)] = values[static_cast<std::size_t>(r * inputs + c)];
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
            REQUIRE(by_rows.encode_rows(r, {values.data() + r * inputs, static_cast<std::size_t>(count)}).ok());
          }
          for (int c = 0; c < inputs; c += piece) {
            const int count = std::min(piece, inputs - c) * outputs;
            REQUIRE(
                by_columns.encode_columns(c, {transposed.data() + c * outputs, static_cast<std::size_t>(count)}).ok());
          }
          CHECK((same_bits(rows_of(by_rows), values) && same_bits(rows_of(by_columns), values)));
          CHECK((by_rows.type() == type && by_columns.type() == type));
          const int width = type == WeightType::float32 ? kTileWidth : kWidePanel;
          const std::size_t size = type == WeightType::float32 ? 4 : 2;
          CHECK(by_rows.bytes() == element_count((outputs + width - 1) / width * width, inputs) * size);
        }
      }
    }
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
  for (const float odd : {INFINITY, -INFINITY, NAN, 65504.0F, -128.0F, 0.1F}) {
    for (const int at : {0, 40, 84}) {
      std::vector<float> values = values_of(WeightType::float16, 85, 6);
      values[static_cast<std::size_t>(at)] = odd;
      CAPTURE(odd, at);
      PackedMatrix matrix;
      REQUIRE(matrix.allocate(17, 5, WeightType::float16).ok());
      for (int r = 0; r < 17; ++r) REQUIRE(matrix.encode_rows(r, {values.data() + 5 * r, 5}).ok());
      CHECK(matrix.type() == WeightType::float32);
      CHECK(same_bits(rows_of(matrix), values));
    }
  }
}

TEST_CASE("all finite float16 below 128 stay in 16 bits, and the others in a matrix come back too") {
  PackedMatrix matrix;
  const std::vector<float> small = every_value(half_value, 128);
  REQUIRE(matrix.allocate(1, static_cast<int>(small.size()), WeightType::float16).ok());
  REQUIRE(matrix.encode_rows(0, small).ok());
  CHECK((matrix.type() == WeightType::float16 && same_bits(rows_of(matrix), small)));
  const std::vector<float> all = every_value(half_value, 65536);
  REQUIRE(matrix.allocate(1, static_cast<int>(all.size()), WeightType::float16).ok());
  REQUIRE(matrix.encode_rows(0, all).ok());
  CHECK((matrix.type() == WeightType::float32 && same_bits(rows_of(matrix), all)));
}

TEST_CASE("products with weights of 16 bits have the bits of those with the same values as float32") {
  for (const WeightType type : kTypes) {
    for (const int rows : {0, 1, 2, 3, 5, 6, 7, 13, 97, 131}) {
      for (const int inputs : {0, 1, 3, 127, 128, 129, 257}) {
        for (const int outputs : {1, 3, W + 1, 2 * W, 8 * W, 8 * W + 3}) {
          CAPTURE(static_cast<int>(type), rows, inputs, outputs);
          const std::vector<float> weight = values_of(type, element_count(outputs, inputs), 7);
          for (const bool added : {false, true}) {
            CHECK(same_bits(product(type, weight, rows, inputs, outputs, added),
                            product(WeightType::float32, weight, rows, inputs, outputs, added)));
          }
        }
      }
    }
  }
}
