// Where one tensor of a model lives: what the names of a checkpoint are matched with.
#pragma once

#include <string_view>

#include "simd/matmul.hpp"

namespace whereformer {

struct TensorSlot {
  const char* part;    // "query", "mlp.up" …
  const char* suffix;  // ".weight", ".bias" or nothing
  int rows;
  int columns;
  Buffer<float>* plain;        // kept as it comes …
  simd::PackedMatrix* packed;  // … or packed for matmul; the other is null

  bool empty() const { return packed != nullptr ? packed->empty() : plain->empty(); }
  Status load(std::span<const float> data) const {
    return packed != nullptr ? packed->pack(data.data(), rows, columns) : plain->copy_from(data);
  }
};

class TensorVisitor {
 public:
  TensorVisitor() = default;
  TensorVisitor(const TensorVisitor&) = delete;
  TensorVisitor& operator=(const TensorVisitor&) = delete;

  // `layer` −1: outside of the layers.
  virtual void visit(int layer, const TensorSlot& slot) = 0;

 protected:
  ~TensorVisitor() = default;
};

// Is `name` "part" + "suffix", behind "layers.<layer>." unless layer is −1?
inline bool is_name_of(std::string_view name, int layer, const TensorSlot& slot) {
  const auto take = [&](std::string_view expected) {
    const bool found = name.starts_with(expected);
    if (found) name.remove_prefix(expected.size());
    return found;
  };
  if (layer >= 0) {
    if (!take("layers.")) return false;
    int number = 0;
    const std::size_t digits = name.find('.');
    if (digits == 0 || digits > 9 || (digits > 1 && name[0] == '0')) return false;
    for (const char c : name.substr(0, digits)) {
      if (c < '0' || c > '9') return false;
      number = 10 * number + (c - '0');
    }
    if (number != layer) return false;
    name.remove_prefix(digits + 1);
  }
  return take(slot.part) && name == slot.suffix;
}

}  // namespace whereformer
