// The composition of stack.hpp chosen at run time: the reference is compiled once for all compositions, not for each. Every part
// answers by the functions of stack.hpp.
#pragma once

#include <memory>
#include <vector>

#include "attention/call.hpp"
#include "attention/stack.hpp"

namespace whereformer {

class Part {
 public:
  Part() = default;
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  virtual ~Part() = default;

  virtual double remapped(double position) const = 0;
  virtual void override_distance(PairPositions& at) const = 0;
  virtual std::vector<double> rotated(std::vector<double> row, double position, int head, Side side,
                                      double own) const = 0;
  virtual bool rotates_values() const = 0;
  virtual double scalar_bias(int head, PairPositions at) const = 0;
  virtual double pair_content(std::span<const double> q, std::span<const double> k, int head,
                              PairPositions at) const = 0;
  virtual void add_content_row(std::span<const double> q, std::span<const double> products, std::span<const char> seen,
                               int head, std::span<double> content) const = 0;
  virtual void add_value(std::span<double> out, double p, int head, PairPositions at) const = 0;
  virtual bool visible(int query, int key) const = 0;
  virtual double cap_after(double cap) const = 0;
};

template <class E>
class PartOf final : public Part {
 public:
  explicit PartOf(E e) : e_(std::move(e)) {}

  double remapped(double position) const override { return whereformer::remapped(e_, position); }
  void override_distance(PairPositions& at) const override { whereformer::override_distance(e_, at); }
  std::vector<double> rotated(std::vector<double> row, double position, int head, Side side,
                              double own) const override {
    return whereformer::rotated(e_, std::move(row), position, head, side, own);
  }
  bool rotates_values() const override { return whereformer::rotates_values(e_); }
  double scalar_bias(int head, PairPositions at) const override { return whereformer::scalar_bias(e_, head, at); }
  double pair_content(std::span<const double> q, std::span<const double> k, int head, PairPositions at) const override {
    return whereformer::pair_content(e_, q, k, head, at);
  }
  void add_content_row(std::span<const double> q, std::span<const double> products, std::span<const char> seen,
                       int head, std::span<double> content) const override {
    whereformer::add_content_row(e_, q, products, seen, head, content);
  }
  void add_value(std::span<double> out, double p, int head, PairPositions at) const override {
    whereformer::add_value(e_, out, p, head, at);
  }
  bool visible(int query, int key) const override { return whereformer::visible(e_, query, key); }
  double cap_after(double cap) const override { return whereformer::cap_after(e_, cap); }

 private:
  E e_;
};

// In the order in which they act.
struct Parts : std::vector<std::unique_ptr<Part>> {
  template <class E>
  void add(E e) {
    push_back(std::make_unique<PartOf<E>>(std::move(e)));
  }
};

inline double remapped(const Parts& parts, double position) {
  for (const auto& part : parts) position = part->remapped(position);
  return position;
}

inline void override_distance(const Parts& parts, PairPositions& at) {
  for (const auto& part : parts) part->override_distance(at);
}

inline std::vector<double> rotated(const Parts& parts, std::vector<double> row, double position, int head, Side side,
                                   double own) {
  for (const auto& part : parts) row = part->rotated(std::move(row), position, head, side, own);
  return row;
}

inline bool rotates_values(const Parts& parts) {
  for (const auto& part : parts) {
    if (part->rotates_values()) return true;
  }
  return false;
}

inline double scalar_bias(const Parts& parts, int head, PairPositions at) {
  double sum = 0;
  for (const auto& part : parts) sum += part->scalar_bias(head, at);
  return sum;
}

inline double pair_content(const Parts& parts, std::span<const double> q, std::span<const double> k, int head,
                           PairPositions at) {
  double sum = 0;
  for (const auto& part : parts) sum += part->pair_content(q, k, head, at);
  return sum;
}

inline void add_content_row(const Parts& parts, std::span<const double> q, std::span<const double> products,
                            std::span<const char> seen, int head, std::span<double> content) {
  for (const auto& part : parts) part->add_content_row(q, products, seen, head, content);
}

inline void add_value(const Parts& parts, std::span<double> out, double p, int head, PairPositions at) {
  for (const auto& part : parts) part->add_value(out, p, head, at);
}

inline bool visible(const Parts& parts, int query, int key) {
  for (const auto& part : parts) {
    if (!part->visible(query, key)) return false;
  }
  return true;
}

inline double cap_after(const Parts& parts, double cap) {
  for (const auto& part : parts) cap = part->cap_after(cap);
  return cap;
}

namespace reference {

// Fills call.output.
void attention(const AttentionCall& call, const Parts& parts);

}  // namespace reference

}  // namespace whereformer
