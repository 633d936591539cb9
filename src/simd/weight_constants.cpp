// Apart from the code that uses them, so that no compiler folds them back into it.
#include "simd/weight.hpp"

namespace whereformer::simd {

const std::int16_t kFloat16Bits = static_cast<std::int16_t>(0x8FFFU);
const float kFloat16Scale = 0x1p102F;

}  // namespace whereformer::simd
