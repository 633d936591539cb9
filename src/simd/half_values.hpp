// Values in 16 bits as files store them: float16 of IEEE 754, and bfloat16, the upper half of a float32.
#pragma once

#include "core/buffer.hpp"
#include "simd/weight.hpp"

namespace whereformer::simd {

struct HalfValues {
  Buffer<std::int16_t> bits;
  WeightType type = WeightType::float16;  // or bfloat16

  // Has each value a code (weight.hpp)?
  bool have_codes() const;

  // Replaces the values by their codes, which all have.
  void encode();

  // Writes the values as float32, NaN with their payload.
  Status widen(Buffer<float>& to) const;
};

}  // namespace whereformer::simd
