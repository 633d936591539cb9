// The slot of one tensor of a model; names of a checkpoint are matched against slots.
#pragma once

#include <string_view>

#include "simd/packed_matrix.hpp"

namespace whereformer {

struct TensorSlot {
  const char* part;    // "query", "mlp.up" …
  const char* suffix;  // ".weight", ".bias" or nothing
  int rows;
  int columns;
  Buffer<float>* plain;        // stored row-major …
  simd::PackedMatrix* packed;  // … or packed for matmul; the other is null
};

// Some rows, or some columns, of a tensor: checkpoints are loaded in pieces.
struct TensorPiece {
  std::string_view name;        // zero-terminated; errors quote it
  std::span<const float> data;  // whole rows, or whole columns one after the other
  int first = 0;                // the row or column that they begin with
  bool by_column = false;
  simd::WeightType type = simd::WeightType::float32;  // in which a packed slot keeps it; that of the first piece counts
  simd::HalfValues* halves = nullptr;                 // in place of data; they are changed

  std::size_t size() const { return halves == nullptr ? data.size() : halves->bits.size(); }
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

// Copies a piece into its slot; the first piece allocates it.
Status load_piece(const TensorSlot& slot, const TensorPiece& piece);

bool is_loaded(const TensorSlot& slot);

// Copies the values of a loaded slot to `to` [rows, columns], row-major.
void read_slot(const TensorSlot& slot, std::span<float> to);

}  // namespace whereformer
