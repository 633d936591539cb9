// Where the hook `learn` adds the gradients of an encoding's learned parameters: sums in double beside each parameter.
#pragma once

#include <algorithm>
#include <span>

#include "core/growing_array.hpp"
#include "position/parameters.hpp"

namespace whereformer {

// The gradients of one encoding's learned parameters. The memory is the trainer's; a parameter is found by its address.
class LearnedGradients {
 public:
  Status list(const void* parameter, std::span<double> gradients) { return all_.add({parameter, gradients}); }

  // [rows · columns]
  std::span<double> of(const Table& table) { return find(&table); }
  std::span<double> of(const Numbers& numbers) { return find(&numbers); }
  double& of(const double& number) { return find(&number).front(); }

  std::span<double> row(const Table& table, int row) {
    const auto columns = static_cast<std::size_t>(table.columns);
    return of(table).subspan(row * columns, columns);
  }
  double& at(const Table& table, int row, int column) { return this->row(table, row)[column]; }

 private:
  struct Entry {
    const void* parameter;
    std::span<double> gradients;
  };

  // The gradients of a parameter that the encoding lists by visit.learned; empty for any other.
  std::span<double> find(const void* parameter) {
    for (const Entry& entry : all_) {
      if (entry.parameter == parameter) return entry.gradients;
    }
    return {};
  }

  GrowingArray<Entry> all_;
};

// to += factor · x, of as many numbers as both have.
inline void add_to(std::span<double> to, double factor, std::span<const double> x) {
  const std::size_t count = std::min(to.size(), x.size());
  for (std::size_t i = 0; i < count; ++i) to[i] += factor * x[i];
}

}  // namespace whereformer
