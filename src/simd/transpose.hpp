// Matrix transpose.
#pragma once

#include <cstddef>

#include "simd/lanes.hpp"

namespace whereformer::simd {

// to[c · to_stride + r] = from[r · from_stride + c] · factor[c mod kLanes] for r < rows, c < columns.
void transpose(const float* from, std::ptrdiff_t from_stride, int rows, int columns, Lanes factor, float* to,
               std::ptrdiff_t to_stride);

// to[c · to_stride + r] = from[r · from_stride + c]
void transpose(const float* from, std::ptrdiff_t from_stride, int rows, int columns, float* to,
               std::ptrdiff_t to_stride);
void transpose(const std::int16_t* from, std::ptrdiff_t from_stride, int rows, int columns, std::int16_t* to,
               std::ptrdiff_t to_stride);

}  // namespace whereformer::simd
