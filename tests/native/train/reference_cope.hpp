// CoPE and its gradients for one query, in plain loops and double, after the code of its authors: gates, positions, q · e at every whole
// position, and the interpolation between two of them. Where a position is whole, floor and ceiling are the same row, so that
// the interpolation does not depend on it.
#pragma once

#include <cmath>
#include <map>
#include <vector>

#include "position/encodings/cope.hpp"
#include "position/hooked.hpp"

namespace whereformer::reference {

// What content_row reads.
struct ContentRow {
  std::vector<double> q;         // [head_dim]
  std::vector<double> products;  // [keys], of seen keys
  std::vector<char> seen;        // [keys]
};

struct ContentGradients {
  std::vector<double> q;
  std::vector<double> products;
  std::map<const Cope*, std::vector<double>> tables;  // [rows, columns] each, added to
};

class CopeOfRow {
 public:
  CopeOfRow(const Cope& cope, const ContentRow& row, double scale)
      : cope_(cope), row_(row), scale_(scale), factor_(cope.where == Cope::Where::after_scale ? 1 / scale : 1) {
    for (int p = 0; p < cope.table.rows; ++p) {
      double sum = 0;
      for (std::size_t c = 0; c < row.q.size(); ++c) sum += row.q[c] * cope.table.at(p, static_cast<int>(c));
      whole_.push_back(sum);
    }
  }

  double content(std::size_t j) const {
    return ((1 - share(j)) * whole_[below(j)] + share(j) * whole_[above(j)]) * factor_;
  }

  void backward(std::span<const double> d_content, ContentGradients& to) const {
    std::vector<double> d_whole(whole_.size());
    for (std::size_t j = 0; j < row_.seen.size(); ++j) {
      if (row_.seen[j] == 0) continue;
      const double d = d_content[j] * factor_;
      d_whole[below(j)] += (1 - share(j)) * d;
      d_whole[above(j)] += share(j) * d;
      if (counted(j) <= most()) add_to_gates(j, d * (whole_[above(j)] - whole_[below(j)]), to.products);
    }
    std::vector<double>& d_table = to.tables[&cope_];
    d_table.resize(cope_.table.values.size());
    for (std::size_t p = 0; p < d_whole.size(); ++p) {
      for (std::size_t c = 0; c < row_.q.size(); ++c) {
        d_table[p * row_.q.size() + c] += d_whole[p] * row_.q[c];
        to.q[c] += d_whole[p] * cope_.table.at(static_cast<int>(p), static_cast<int>(c));
      }
    }
  }

 private:
  double most() const { return static_cast<double>(whole_.size()) - 1; }
  double gate(std::size_t l) const { return 1 / (1 + std::exp(-row_.products[l] * scale_)); }
  double counted(std::size_t j) const {
    double sum = 0;
    for (std::size_t l = row_.seen.size(); l-- > j;) sum += row_.seen[l] != 0 ? gate(l) : 0;
    return sum;
  }
  double position(std::size_t j) const { return std::min(counted(j), most()); }
  std::size_t below(std::size_t j) const { return static_cast<std::size_t>(std::floor(position(j))); }
  std::size_t above(std::size_t j) const { return static_cast<std::size_t>(std::ceil(position(j))); }
  double share(std::size_t j) const { return position(j) - std::floor(position(j)); }

  void add_to_gates(std::size_t j, double d_position, std::vector<double>& d_products) const {
    for (std::size_t l = j; l < row_.seen.size(); ++l) {
      if (row_.seen[l] != 0) d_products[l] += d_position * gate(l) * (1 - gate(l)) * scale_;
    }
  }

  const Cope& cope_;
  const ContentRow& row_;
  double scale_;
  double factor_;
  std::vector<double> whole_;  // q · e
};

// visit(const Cope&)
template <class Visit>
void each_cope(const PositionStack& stack, Visit&& visit) {
  for (const auto& part : stack.parts()) {
    if (std::string_view(part->type()) == Cope::type) visit(static_cast<const Hooked<Cope>&>(*part).encoding());
  }
}

// What all CoPEs of a stack add. [keys]
inline std::vector<double> row_content(const PositionStack& stack, const ContentRow& row, double scale) {
  std::vector<double> all(row.seen.size());
  each_cope(stack, [&](const Cope& cope) {
    const CopeOfRow one(cope, row, scale);
    for (std::size_t j = 0; j < all.size(); ++j) all[j] += row.seen[j] != 0 ? one.content(j) : 0;
  });
  return all;
}

inline void row_content_backward(const PositionStack& stack, const ContentRow& row, double scale,
                                 std::span<const double> d_content, ContentGradients& to) {
  to.q.assign(row.q.size(), 0);
  to.products.assign(row.products.size(), 0);
  each_cope(stack, [&](const Cope& cope) { CopeOfRow(cope, row, scale).backward(d_content, to); });
}

}  // namespace whereformer::reference
