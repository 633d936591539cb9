// Parameter kinds. Each encoding lists its parameters once, by their public names, in
//   template <class Visitor> void parameters(Visitor& visit)
// and whoever fills them (the bindings, the tests) visits that list.
#pragma once

#include <vector>

#include "core/buffer.hpp"
#include "core/shape.hpp"

namespace whereformer {

// A learned table, [rows, columns], row-major.
struct Table {
  Buffer<float> values;
  int rows = 0;
  int columns = 0;

  bool well_formed() const { return rows > 0 && columns > 0 && values.size() == element_count(rows, columns); }
  float at(int row, int column) const {
    return values[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column)];
  }
};

// Positions are whole where they index a table.
inline Status whole_positions_below(std::span<const float> positions, double limit, const char* wanted) {
  for (const float p : positions) {
    const bool whole = p >= 0 && p < limit && p == static_cast<float>(static_cast<int>(p));
    if (!whole) return value_error("positions", p, wanted);
  }
  return {};
}

}  // namespace whereformer
