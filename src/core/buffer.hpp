// An aligned array whose allocation can fail: operator new aborts in WebAssembly, this returns a Status.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "core/status.hpp"

namespace whereformer {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);
  static constexpr std::size_t kAlignment = 64;  // one cache line, and the widest lanes

 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Buffer() { std::free(data_); }

  // Replaces the contents by `count` zeros.
  Status allocate(std::size_t count) {
    const double bytes = static_cast<double>(count) * sizeof(T);
    if (count > (std::numeric_limits<std::ptrdiff_t>::max() - kAlignment) / sizeof(T)) return out_of_memory(bytes);
    const std::size_t rounded = (count * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
    T* fresh = static_cast<T*>(std::aligned_alloc(kAlignment, rounded > 0 ? rounded : kAlignment));
    if (fresh == nullptr) return out_of_memory(bytes);
    std::memset(static_cast<void*>(fresh), 0, rounded);
    std::free(data_);
    data_ = fresh;
    size_ = count;
    return {};
  }

  Status copy_from(std::span<const T> source) {
    return then(allocate(source.size()), [&]() -> Status {
      if (!source.empty()) std::memcpy(data_, source.data(), source.size_bytes());
      return {};
    });
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  std::span<T> span() { return {data_, size_}; }
  std::span<const T> span() const { return {data_, size_}; }

 private:
  void swap(Buffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace whereformer
