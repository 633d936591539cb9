// Values that are somebody else's until they have to change.
#pragma once

#include <algorithm>

#include "core/buffer.hpp"

namespace whereformer {

class Lent {
 public:
  Lent() = default;
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

  // Reads `values` where they are; they must outlive this.
  void lend(std::span<const float> values) { values_ = values; }

  // `count` values of its own, which are not set.
  Status allocate(std::size_t count) {
    const Status status = own_.allocate_unset(count);
    values_ = own_.span();
    return status;
  }

  Status copy_from(std::span<const float> source) {
    const Status status = allocate(source.size());
    if (status.ok()) std::copy_n(source.data(), source.size(), own_.data());
    return status;
  }

  // Afterwards own() may be written to; it starts with the values and has room for `room` of them or more.
  Status make_own(std::size_t room) {
    if (values_.data() == own_.data() && own_.size() >= room) return {};
    Buffer<float> fresh;
    const Status status = fresh.allocate_unset(room);
    if (!status.ok()) return status;
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
