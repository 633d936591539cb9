// Reverse-mode differentiation of plain loops in double: each operation computes its result at once and records how the gradient of
// that result goes back to what it was computed from.
#pragma once

#include <deque>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace whereformer::reference {

// [rows, columns] and the gradient of the loss by it.
struct Node {
  int rows = 0;
  int columns = 0;
  std::vector<double> value;
  std::vector<double> gradient;

  // Columns first … first + width − 1 of a row.
  std::span<double> part(int row, int first, int width) { return part_of(value, row, first, width); }
  std::span<double> gradient_part(int row, int first, int width) { return part_of(gradient, row, first, width); }
  std::span<double> row(int r) { return part(r, 0, columns); }
  std::span<double> gradient_row(int r) { return gradient_part(r, 0, columns); }

 private:
  std::span<double> part_of(std::vector<double>& numbers, int row, int first, int width) const {
    const auto begin = static_cast<std::size_t>(row) * static_cast<std::size_t>(columns);
    return std::span(numbers).subspan(begin + static_cast<std::size_t>(first), static_cast<std::size_t>(width));
  }
};

class Tape {
 public:
  // Zeros; the node lives as long as the tape.
  Node& make(int rows, int columns) {
    const std::size_t count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    return nodes_.emplace_back(Node{rows, columns, std::vector<double>(count), std::vector<double>(count)});
  }

  void record(std::function<void()> step) { steps_.push_back(std::move(step)); }

  // From the last operation to the first; the gradient of the last result is set by the caller.
  void backward() {
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) (*step)();
  }

 private:
  std::deque<Node> nodes_;
  std::vector<std::function<void()>> steps_;
};

}  // namespace whereformer::reference
