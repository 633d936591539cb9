#include "model/tensor_slot.hpp"

#include <algorithm>

namespace whereformer {
namespace {

bool take(std::string_view& name, std::string_view expected) {
  const bool found = name.starts_with(expected);
  if (found) name.remove_prefix(expected.size());
  return found;
}

// A number in decimal, followed by a dot.
bool take_number(std::string_view& name, int expected) {
  const std::size_t digits = name.find('.');
  if (digits == 0 || digits > 9 || (digits > 1 && name[0] == '0')) return false;
  int number = 0;
  for (const char c : name.substr(0, digits)) {
    if (c < '0' || c > '9') return false;
    number = 10 * number + (c - '0');
  }
  name.remove_prefix(digits + 1);
  return number == expected;
}

void place_rows(const TensorPiece& piece, int columns, float* to) {
  std::copy(piece.data.begin(), piece.data.end(), to + static_cast<std::ptrdiff_t>(piece.first) * columns);
}

void place_columns(const TensorPiece& piece, const TensorSlot& slot, float* to) {
  const float* from = piece.data.data();
  const int count = static_cast<int>(piece.data.size()) / slot.rows;
  for (int c = piece.first; c < piece.first + count; ++c) {
    for (int r = 0; r < slot.rows; ++r) to[static_cast<std::ptrdiff_t>(r) * slot.columns + c] = *from++;
  }
}

}  // namespace

bool is_name_of(std::string_view name, const TensorVisitor::Scope& scope, const TensorSlot& slot) {
  if (!take(name, scope.stack)) return false;
  if (scope.block >= 0 && !(take(name, "layers.") && take_number(name, scope.block))) return false;
  return take(name, scope.group) && take(name, slot.part) && name == slot.suffix;
}

Status load_piece(const TensorSlot& slot, const TensorPiece& piece) {
  if (slot.packed != nullptr) {
    simd::PackedMatrix& to = *slot.packed;
    const bool fits =
        !to.empty() && to.type() == piece.type && to.outputs() == slot.rows && to.inputs() == slot.columns;
    if (piece.first == 0 && !fits) TRY(to.allocate(slot.rows, slot.columns, piece.type));
    return piece.by_column ? to.encode_columns(piece.first, piece.data) : to.encode_rows(piece.first, piece.data);
  }
  Buffer<float>& to = *slot.plain;
  const std::size_t count = element_count(slot.rows, slot.columns);
  if (piece.first == 0 && to.size() != count) TRY(to.allocate(count));
  if (piece.by_column) {
    place_columns(piece, slot, to.data());
  } else {
    place_rows(piece, slot.columns, to.data());
  }
  return {};
}

bool is_loaded(const TensorSlot& slot) { return slot.packed != nullptr ? !slot.packed->empty() : !slot.plain->empty(); }

void read_slot(const TensorSlot& slot, std::span<float> to) {
  if (to.empty()) return;
  if (slot.packed == nullptr) {
    std::copy_n(slot.plain->data(), to.size(), to.data());
    return;
  }
  for (int row = 0; row < slot.rows; ++row, to = to.subspan(slot.columns)) {
    slot.packed->read_row(row, to.data());
  }
}

}  // namespace whereformer
