// Products of rows with weights of 8 bits: block by block, integers inside, float32 from block to block.
#pragma once

#include "simd/input_block.hpp"
#include "simd/packed_matrix.hpp"

namespace whereformer::simd {

// y [rows, outputs] = x [rows, inputs] · weight (+ bias) (+ y). A row gets the same bits whatever the others are.
void multiply_blocks(const float* x, int rows, const PackedMatrix& weight, MatmulAddend addend, float* y);

}  // namespace whereformer::simd
