// Door 4 by row in training, one query at a time: what a stack adds to the products q·k and, backwards, what it read for that.
#pragma once

#include <algorithm>

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
    Status status = seen_.allocate(static_cast<std::size_t>(keys));
    for (Buffer<double>* row : {&products_, &content_, &d_content_, &d_products_}) {
      status = then(status, [&] { return row->allocate(static_cast<std::size_t>(keys)); });
    }
    for (Buffer<double>* row : {&query_, &d_query_}) {
      status = then(status, [&] { return row->allocate(static_cast<std::size_t>(head_dim)); });
    }
    return status;
  }

  bool used() const { return used_; }

  // The next query, which sees no key yet.
  void begin(int head, const float* query) {
    head_ = head;
    std::copy_n(query, query_.size(), query_.data());
    std::fill_n(seen_.data(), seen_.size(), char{0});
    for (Buffer<double>* row : {&products_, &content_, &d_content_, &d_products_, &d_query_}) {
      std::fill_n(row->data(), row->size(), 0.0);
    }
  }

  // Before add.
  void see(int key, float product) {
    seen_[static_cast<std::size_t>(key)] = 1;
    products_[static_cast<std::size_t>(key)] = product;
  }

  void add() {
    for (const auto& part : stack_->parts()) {
      part->content_row(query_.span(), products_.span(), seen_.span(), head_, content_.span());
    }
  }

  float content(int key) const { return static_cast<float>(content_[static_cast<std::size_t>(key)]); }

  void set_gradient(int key, float d) { d_content_[static_cast<std::size_t>(key)] = d; }

  // After the gradients of all keys.
  void backward(PositionGradients& to) {
    to.content_row(
        {head_, query_.span(), products_.span(), seen_.span(), d_content_.span(), d_query_.span(), d_products_.span()});
  }

  // Of the query and of q·k, by what content_row read.
  std::span<const double> d_query() const { return d_query_.span(); }
  float d_product(int key) const { return static_cast<float>(d_products_[static_cast<std::size_t>(key)]); }

 private:
  const PositionStack* stack_ = nullptr;
  bool used_ = false;
  int head_ = 0;
  Buffer<char> seen_;  // [keys], as the others but those of the query
  Buffer<double> products_;
  Buffer<double> content_;
  Buffer<double> d_content_;
  Buffer<double> d_products_;
  Buffer<double> query_;  // [head_dim]
  Buffer<double> d_query_;
};

}  // namespace whereformer::train
