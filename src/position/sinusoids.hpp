// Query vectors by distance that are a projection of sinusoids: they are computed for all distances in one product.
#pragma once

#include <span>

namespace whereformer {

// query_vector(t) = weight · [sin ‖ cos](t · frequencies) for t = query − key, within ± limit. Beside it the key's vector is the
// same at every distance, and the bias by distance is that of a query that is the same everywhere.
struct ProjectedSinusoids {
  std::span<const double> frequencies;  // radians per position, falling; empty = no sinusoids
  double limit = 0;                     // 0 = off
  const float* weight = nullptr;        // [heads · headDim, 2 · frequencies]
  const float* key_vector = nullptr;    // [heads, headDim]
  const float* bias_query = nullptr;    // [heads, headDim]: its product with the query vector, times scale, is the bias
  double scale = 1;
  int width = 0;  // headDim
};

}  // namespace whereformer
