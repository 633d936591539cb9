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
};

// Some rows, or some columns, of a tensor: a checkpoint arrives piece by piece.
struct TensorPiece {
  std::string_view name;        // ends with a zero; errors quote it
  std::span<const float> data;  // whole rows, or whole columns one after the other
  int first = 0;                // the row or column that they begin with
  bool by_column = false;
};

class TensorVisitor {
 public:
  // Where the slots that follow belong: "encoder." or "", a block or −1, "cross." or "".
  struct Scope {
    const char* stack = "";
    int block = -1;
    const char* group = "";
  };

  TensorVisitor() = default;
  TensorVisitor(const TensorVisitor&) = delete;
  TensorVisitor& operator=(const TensorVisitor&) = delete;

  virtual void visit(const TensorSlot& slot) = 0;

  Scope scope;

 protected:
  ~TensorVisitor() = default;
};

// Is `name` the scope's prefix, "layers.<block>.", group, part and suffix?
bool is_name_of(std::string_view name, const TensorVisitor::Scope& scope, const TensorSlot& slot);

// Puts a piece into its slot, which has room for it; the first one makes the room.
Status load_piece(const TensorSlot& slot, const TensorPiece& piece);

}  // namespace whereformer
