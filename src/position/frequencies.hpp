// Rotary frequencies: inverse wavelengths as a function of the pair index. Every RoPE scaling is one function here.
#pragma once

#include <cmath>
#include <vector>

namespace whereformer {

// base^(−2i/dim), i = 0 … dim/2 − 1 (Su et al. 2021, RoFormer, eq. 15).
inline std::vector<double> default_frequencies(double base, int dim) {
  std::vector<double> inverse(static_cast<std::size_t>(dim / 2));
  for (std::size_t i = 0; i < inverse.size(); ++i) {
    inverse[i] = std::pow(base, -2.0 * static_cast<double>(i) / dim);
  }
  return inverse;
}

}  // namespace whereformer
