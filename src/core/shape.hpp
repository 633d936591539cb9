// Sizes of shapes. size_t has 32 bits in WebAssembly, so a product of axes can wrap around: never multiply by hand.
#pragma once

#include <cstddef>
#include <limits>

namespace whereformer {

// Elements of a shape. Overflow or a negative axis gives the largest size_t: no array has that size,
// and an allocation of it is refused.
template <class... Axis>
std::size_t element_count(Axis... axes) {
  constexpr std::size_t kTooMany = std::numeric_limits<std::size_t>::max();
  std::size_t count = 1;
  bool fits = true;
  [[maybe_unused]] const auto multiply = [&](auto axis) {
    if constexpr (std::numeric_limits<decltype(axis)>::is_signed) fits = fits && axis >= 0;
    const auto n = static_cast<std::size_t>(axis);
    if (n == 0) {
      count = 0;
    } else if (count > kTooMany / n) {
      fits = false;
    } else {
      count *= n;
    }
  };
  (multiply(axes), ...);
  return fits ? count : kTooMany;
}

}  // namespace whereformer
