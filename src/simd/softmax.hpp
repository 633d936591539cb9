// Softmax of one row. A row of −∞ (everything hidden) becomes zeros.
#pragma once

namespace whereformer::simd {

// to may be from.
void softmax(const float* from, float* to, int count);

}  // namespace whereformer::simd
