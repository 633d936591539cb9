// Normalisation of one row [width]: layer norm (Ba et al. 2016) and RMS norm (Zhang, Sennrich 2019).
#pragma once

namespace whereformer::simd {

// A normalised row is (x − mean) · factor with factor = 1 / √(mean((x − mean)²) + epsilon); the mean of an RMS norm is 0.
struct Moments {
  float mean;
  float factor;
};
Moments rms_moments(const float* x, float epsilon, int width);
Moments layer_moments(const float* x, float epsilon, int width);

// to = x / √(mean(x²) + epsilon) · weight; null weight = 1
void rms_norm(const float* x, const float* weight, float epsilon, float* to, int width);

// to = (x − mean) / √(variance + epsilon) · weight + bias; null weight = 1, null bias = 0
void layer_norm(const float* x, const float* weight, const float* bias, float epsilon, float* to, int width);

}  // namespace whereformer::simd
