// Scratch that is kept from pass to pass.
#pragma once

#include "core/buffer.hpp"

namespace whereformer::train {

// Room for `size` values; what it held is lost if it grows.
inline Status grow(Buffer<float>& buffer, std::size_t size) {
  return buffer.size() >= size ? Status{} : buffer.allocate_unset(size);
}

}  // namespace whereformer::train
