// A growing array whose allocation can fail, of elements that have constructors; Buffer is for plain values of a fixed number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "core/status.hpp"

namespace whereformer {

template <class T>
class GrowingArray {
  static_assert(std::is_nothrow_move_constructible_v<T> && alignof(T) <= alignof(std::max_align_t));

 public:
  GrowingArray() = default;
  GrowingArray(const GrowingArray&) = delete;
  GrowingArray& operator=(const GrowingArray&) = delete;
  GrowingArray(GrowingArray&& other) noexcept { swap(other); }
  GrowingArray& operator=(GrowingArray&& other) noexcept {
    swap(other);
    return *this;
  }
  ~GrowingArray() {
    clear();
    std::free(data_);
  }

  // New elements are value-initialised. On failure nothing has changed.
  Status resize(std::size_t count) {
    TRY(reserve(count));
    while (size_ > count) data_[--size_].~T();
    for (; size_ < count; ++size_) new (data_ + size_) T();
    return {};
  }

  Status add(T value) {
    if (size_ == room_) {
      TRY(reserve(size_ < 4 ? 4 : 2 * size_));
    }
    new (data_ + size_++) T(std::move(value));
    return {};
  }

  void clear() {
    while (size_ > 0) data_[--size_].~T();
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::span<T> span() { return {data_, size_}; }
  std::span<const T> span() const { return {data_, size_}; }

 private:
  // Makes room for `count` elements, which are moved: their addresses change.
  Status reserve(std::size_t count) {
    if (count <= room_) return {};
    constexpr std::size_t kMost = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(T);
    T* fresh = count > kMost ? nullptr : static_cast<T*>(std::malloc(count * sizeof(T)));
    if (fresh == nullptr) return out_of_memory(static_cast<double>(count) * sizeof(T));
    for (std::size_t i = 0; i < size_; ++i) {
      new (fresh + i) T(std::move(data_[i]));
      data_[i].~T();
    }
    std::free(data_);
    data_ = fresh;
    room_ = count;
    return {};
  }

  void swap(GrowingArray& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

}  // namespace whereformer
