// Content by row in training, one query at a time: what a stack adds to the products q·k and, backwards, what it read for that.
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "core/buffer.hpp"
#include "position/stack.hpp"
#include "train/position_gradients.hpp"

namespace whereformer::train {

class ContentRows {
 public:
  Status prepare(const PositionStack& stack, int keys, int head_dim) {
    stack_ = &stack;
    used_ = stack.has(kContentByRow);
    if (!used_) return {};
    const auto length = static_cast<std::size_t>(keys);
    const auto width = static_cast<std::size_t>(head_dim);
    TRY(seen_.allocate(length));
    TRY(rows_.allocate(4 * length + 2 * width));
    double* next = rows_.data();
    const auto take = [&](std::size_t size) { return std::span<double>(std::exchange(next, next + size), size); };
    for (std::span<double>* row : {&products_, &content_, &d_content_, &d_products_}) *row = take(length);
    for (std::span<double>* row : {&query_, &d_query_}) *row = take(width);
    return {};
  }

  bool used() const { return used_; }

  // Starts with the next query; it sees no key yet.
  void begin(int head, const float* query) {
    head_ = head;
    std::fill_n(seen_.data(), seen_.size(), char{0});
    std::fill_n(rows_.data(), rows_.size(), 0.0);
    std::copy_n(query, query_.size(), query_.data());
  }

  // The query sees a key, with this product q·k; all such calls come before `add`.
  void see(int key, float product) {
    seen_[key] = 1;
    products_[key] = product;
  }

  // Computes the content of the query at all keys that it sees.
  void add() {
    for (const auto& part : stack_->parts()) part->content_row(query_, products_, seen_.span(), head_, content_);
  }

  float content(int key) const { return static_cast<float>(content_[key]); }

  void set_gradient(int key, float d) { d_content_[key] = d; }

  // Carries the gradients of all keys back to the encodings, the query and the products.
  void backward(PositionGradients& to) {
    to.content_row({head_, query_, products_, seen_.span(), d_content_, d_query_, d_products_});
  }

  // Gradients of the query and of q·k, through what content_row read.
  std::span<const double> d_query() const { return d_query_; }
  float d_product(int key) const { return static_cast<float>(d_products_[key]); }

 private:
  const PositionStack* stack_ = nullptr;
  bool used_ = false;
  int head_ = 0;
  Buffer<char> seen_;           // [keys]
  Buffer<double> rows_;         // all of these:
  std::span<double> products_;  // [keys], and the next three
  std::span<double> content_;
  std::span<double> d_content_;
  std::span<double> d_products_;
  std::span<double> query_;  // [head_dim]
  std::span<double> d_query_;
};

}  // namespace whereformer::train
