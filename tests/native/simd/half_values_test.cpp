// Values in 16 bits, all of them: as float32, and as the codes that a matrix keeps.
#include "simd/half_values.hpp"

#include "simd/halves.hpp"

using namespace whereformer;
using namespace whereformer::simd;
using whereformer::test::every_half;
using whereformer::test::half_values;
using whereformer::test::has_code;
using whereformer::test::kHalfTypes;
using whereformer::test::plain_code;
using whereformer::test::random_halves;
using whereformer::test::same_bits;
using whereformer::test::values_of;

namespace {

constexpr int W = kLanes;

}  // namespace

TEST_CASE("all 65536 values widen to float32 with their bits, and those that have a code get it") {
  const std::vector<std::int16_t> all = every_half();
  for (const WeightType type : kHalfTypes) {
    Buffer<float> wide;
    REQUIRE(half_values(type, all).widen(wide).ok());
    CHECK(same_bits(wide.span(), values_of(type, all)));
    for (const std::int16_t half : all) {
      const std::vector<std::int16_t> several(2 * W, half);  // a vector
      const bool coded = half_values(type, several).have_codes();
      if (coded != has_code(type, half)) FAIL(half << " has a code, or has none");
    }
    std::vector<std::int16_t> coded;
    std::copy_if(all.begin(), all.end(), std::back_inserter(coded), [&](auto half) { return has_code(type, half); });
    HalfValues codes = half_values(type, coded);
    codes.encode();
    for (std::size_t i = 0; i < coded.size(); ++i) {
      const std::int16_t code = codes.bits[i];
      const float value = code_of(type).value(code);
      const bool same = same_bits({&value, 1}, values_of(type, {&coded[i], 1}));
      if (!same || code != plain_code(type, coded[i])) FAIL(coded[i] << " has the code " << code);
    }
  }
}

TEST_CASE(
    "halves of every count are widened and encoded, and one without a code is seen at any place, not past the end") {
  for (std::size_t count = 0; count <= 4 * W + 1; ++count) {
    for (const WeightType type : kHalfTypes) {
      CAPTURE(count, static_cast<int>(type));
      const std::vector<std::int16_t> halves = random_halves(type, count, 4);
      HalfValues values = half_values(type, halves);
      if (count % (2 * W) != 0) values.bits.data()[count] = 0x7C00;  // beyond the values
      Buffer<float> wide;
      REQUIRE(values.widen(wide).ok());
      CHECK(same_bits(wide.span(), values_of(type, halves)));
      CHECK(values.have_codes());
      values.encode();
      for (std::size_t i = 0; i < count; ++i) CHECK(values.bits[i] == plain_code(type, halves[i]));
      for (std::size_t odd = 0; odd < count; ++odd) {
        std::vector<std::int16_t> with = halves;
        with[odd] = static_cast<std::int16_t>(0xD800U);  // −128 in float16
        CHECK(half_values(type, with).have_codes() == (type == WeightType::bfloat16));
      }
    }
  }
}
