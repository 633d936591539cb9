// Keys and values of the tokens read so far, per layer: [layers][capacity][kv_heads · head_dim], keys already rotated.
#pragma once

#include "attention/call.hpp"
#include "core/buffer.hpp"
#include "core/shape.hpp"

namespace whereformer {

class KvCache {
 public:
  Status allocate(int layers, int capacity, int kv_heads, int head_dim) {
    capacity_ = capacity;
    kv_heads_ = kv_heads;
    head_dim_ = head_dim;
    length_ = 0;
    const std::size_t size = element_count(layers, capacity, kv_heads, head_dim);
    TRY(keys_.allocate_unset(size));
    TRY(values_.allocate_unset(size));
    return positions_.allocate(capacity);
  }

  int length() const { return length_; }
  int capacity() const { return capacity_; }

  // The rows of one layer; row 0 is the oldest token.
  HeadRows<float> keys(int layer) { return rows(keys_, layer); }
  HeadRows<float> values(int layer) { return rows(values_, layer); }

  // Position ids of all cached tokens.
  std::span<const float> positions() const { return {positions_.data(), static_cast<std::size_t>(length_)}; }

  // Position ids of all cached tokens and of `fresh` ones, which are not cached yet.
  std::span<const float> positions_with(std::span<const float> fresh) {
    std::copy(fresh.begin(), fresh.end(), positions_.data() + length_);
    return {positions_.data(), static_cast<std::size_t>(length_) + fresh.size()};
  }

  void advance(int tokens) { length_ += tokens; }

  // Forgets what came after the first `tokens`.
  void keep(int tokens) { length_ = std::min(length_, tokens); }

  // Forgets the tokens from `first` to before `last`; later ones move up, with their positions.
  void remove(int first, int last) {
    const std::size_t width = static_cast<std::size_t>(kv_heads_) * head_dim_;
    for (std::size_t layer = 0; layer < keys_.size(); layer += layer_size()) {
      close_gap(keys_.data() + layer, first, last, width);
      close_gap(values_.data() + layer, first, last, width);
    }
    close_gap(positions_.data(), first, last, 1);
    length_ -= last - first;
  }

  // Adds `by` to the positions of the tokens from `first` on; their keys stay as they are.
  void move(int first, float by) {
    for (int token = first; token < length_; ++token) positions_[token] += by;
  }

 private:
  void close_gap(float* rows, int first, int last, std::size_t width) const {
    std::copy(rows + last * width, rows + length_ * width, rows + first * width);
  }
  std::size_t layer_size() const { return static_cast<std::size_t>(capacity_) * kv_heads_ * head_dim_; }
  HeadRows<float> rows(Buffer<float>& all, int layer) const {
    return HeadRows<float>::token_major(all.data() + layer * layer_size(), kv_heads_, head_dim_);
  }

  Buffer<float> keys_;
  Buffer<float> values_;
  Buffer<float> positions_;
  int capacity_ = 0;
  int kv_heads_ = 0;
  int head_dim_ = 0;
  int length_ = 0;
};

}  // namespace whereformer
