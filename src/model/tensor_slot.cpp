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

void place_rows(std::span<const float> rows, int first, const TensorSlot& slot, float* to) {
  std::copy(rows.begin(), rows.end(), to + static_cast<std::ptrdiff_t>(first) * slot.columns);
}

void place_columns(std::span<const float> columns, int first, const TensorSlot& slot, float* to) {
  const float* from = columns.data();
  const int end = first + static_cast<int>(columns.size()) / slot.rows;
  for (int c = first; c < end; ++c) {
    for (int r = 0; r < slot.rows; ++r) to[static_cast<std::ptrdiff_t>(r) * slot.columns + c] = *from++;
  }
}

// Room for the tensor of a piece that begins it.
Status make_room(const TensorSlot& slot, simd::WeightType type) {
  if (slot.packed != nullptr) {
    simd::PackedMatrix& to = *slot.packed;
    const bool fits = !to.empty() && to.type() == type && to.outputs() == slot.rows && to.inputs() == slot.columns;
    return fits ? Status{} : to.allocate(slot.rows, slot.columns, type);
  }
  const std::size_t count = element_count(slot.rows, slot.columns);
  return slot.plain->size() == count ? Status{} : slot.plain->allocate(count);
}

Status load_values(const TensorSlot& slot, const TensorPiece& piece, std::span<const float> values) {
  if (slot.packed != nullptr) {
    return piece.by_column ? slot.packed->encode_columns(piece.first, values)
                           : slot.packed->encode_rows(piece.first, values);
  }
  (piece.by_column ? place_columns : place_rows)(values, piece.first, slot, slot.plain->data());
  return {};
}

Status load_halves(const TensorSlot& slot, const TensorPiece& piece, simd::HalfValues& halves) {
  if (slot.packed == nullptr || !slot.packed->keeps(halves)) {
    Buffer<float> wide;
    TRY(halves.widen(wide));
    return load_values(slot, piece, wide.span());
  }
  if (piece.by_column) {
    slot.packed->set_columns(piece.first, halves);
  } else {
    slot.packed->set_rows(piece.first, halves);
  }
  return {};
}

}  // namespace

bool is_name_of(std::string_view name, const TensorVisitor::Scope& scope, const TensorSlot& slot) {
  if (!take(name, scope.stack)) return false;
  if (scope.block >= 0 && !(take(name, "layers.") && take_number(name, scope.block))) return false;
  return take(name, scope.group) && take(name, slot.part) && name == slot.suffix;
}

Status load_piece(const TensorSlot& slot, const TensorPiece& piece) {
  if (piece.first == 0) TRY(make_room(slot, piece.type));
  return piece.halves == nullptr ? load_values(slot, piece, piece.data) : load_halves(slot, piece, *piece.halves);
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
