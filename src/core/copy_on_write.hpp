// A copy-on-write float buffer.
#pragma once

#include <algorithm>

#include "core/buffer.hpp"

namespace whereformer {

class CopyOnWriteFloats {
 public:
  CopyOnWriteFloats() = default;
  CopyOnWriteFloats(const CopyOnWriteFloats&) = delete;
  CopyOnWriteFloats& operator=(const CopyOnWriteFloats&) = delete;

  // Borrows `values`, which must outlive this.
  void borrow(std::span<const float> values) { values_ = values; }

  // Allocates `count` values, uninitialised.
  Status allocate(std::size_t count) {
    TRY(own_.allocate_unset(count));
    values_ = own_.span();
    return {};
  }

  Status copy_from(std::span<const float> source) {
    TRY(allocate(source.size()));
    std::copy_n(source.data(), source.size(), own_.data());
    return {};
  }

  // Copies borrowed values. Afterwards own() is writable, starts with the values and has room for at least `room`.
  Status make_own(std::size_t room) {
    if (values_.data() == own_.data() && own_.size() >= room) return {};
    Buffer<float> fresh;
    TRY(fresh.allocate_unset(room));
    std::copy_n(values_.data(), values_.size(), fresh.data());
    own_ = std::move(fresh);
    values_ = own_.span();
    return {};
  }
  float* own() { return own_.data(); }

  const float* data() const { return values_.data(); }
  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  std::span<const float> span() const { return values_; }

 private:
  Buffer<float> own_;
  std::span<const float> values_;
};

}  // namespace whereformer
