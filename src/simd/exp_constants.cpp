// Apart from the code that uses them, so that no compiler folds them back into it.
#include "simd/activations.hpp"

namespace whereformer::simd {

const float kExp2Polynomial[7] = {1.0F,           6.93147182e-1F, 2.40226477e-1F, 5.55033237e-2F,
                                  9.61843692e-3F, 1.3398875e-3F,  1.5353362e-4F};
const float kExpPolynomial[7] = {1.0F, 1.0F, 0.49999994F, 0.166664302F, 0.0416680016F, 0.0083741555F, 0.00138436537F};
const float kExpScale = kLog2E;
const float kExpMagic = 12582912.0F + 127.0F;
const float kExp2Least = -100.0F;
const float kExpRange[2] = {-69.3147181F, 88.0296919F};
const float kRoundable = 0x1p20F;
const float kLn2[2] = {0.693359375F, -2.12194440e-4F};
const float kGateRange[2] = {-128.0F, 128.0F};
const float kGateOne = 1.0F;

}  // namespace whereformer::simd
