// Shared by the tests of encodings with learned tables: seeded tables, and the sentence that a refusal names.
#pragma once

#include <string>

#include "position/hooks.hpp"
#include "position/parameters.hpp"
#include "support.hpp"

namespace whereformer::test {

inline Table table_of(int rows, int columns, std::span<const float> values) {
  Table table;
  table.rows = rows;
  table.columns = columns;
  REQUIRE(table.values.copy_from(values).ok());
  return table;
}

inline Table random_table(int rows, int columns, std::uint64_t seed, float spread = 1) {
  return table_of(rows, columns, random_values(static_cast<std::size_t>(rows * columns), seed, spread));
}

// What 1/√d makes of a head.
inline Geometry geometry_of(int heads, int head_dim, int d_model = 0) {
  return {heads, head_dim, d_model, 0, 1 / std::sqrt(static_cast<double>(head_dim))};
}

// The argument that prepare refuses, "" when it does not.
template <class E>
std::string refused(E& encoding, const Geometry& geometry) {
  return encoding.prepare(geometry).argument;
}

// The parameter whose number is out of range, "" when none is.
template <class E>
std::string out_of_range(E& encoding) {
  return check_ranges(encoding).argument;
}

// The vector that a hook fills in.
template <class Fill>
std::vector<double> filled(int width, Fill&& fill) {
  std::vector<double> out(static_cast<std::size_t>(width), 0.0);
  fill(std::span<double>(out));
  return out;
}

}  // namespace whereformer::test
