// Products of row-major matrices. The right factor is a packed matrix: packed once for weights, per call otherwise.
#pragma once

#include "simd/packed_matrix.hpp"

namespace whereformer::simd {

// y [rows, outputs] = x [rows, inputs] · weight (+ bias) (+ y).
void matmul(const float* x, int rows, const PackedMatrix& weight, MatmulAddend addend, float* y);

// y = x · weight (+ bias) (+ y) of an x whose rows and columns lie at any strides, on one thread.
void matmul(Operand x, int rows, const PackedMatrix& weight, MatmulAddend addend, float* y);

// c [rows, columns] = a [rows, inner] · b [inner, columns].
Status multiply(const float* a, int rows, int inner, const float* b, int columns, float* c);

}  // namespace whereformer::simd
