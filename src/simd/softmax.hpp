// Softmax of rows. A row of −∞ (everything hidden) becomes zeros.
#pragma once

namespace whereformer::simd {

// Softmax of each row of from [rows][count]; to may be from.
void softmax(const float* from, float* to, int count, int rows = 1);

}  // namespace whereformer::simd
