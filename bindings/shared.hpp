// A counted reference: std::shared_ptr allocates in a way that cannot fail.
#pragma once

#include <new>
#include <utility>

#include "core/status.hpp"

namespace whereformer::bindings {

// A reference to a T, which counts them in `int references = 0`; for one thread.
template <class T>
class Shared {
 public:
  Shared() = default;
  Shared(const Shared& other) : to_(other.to_) {
    if (to_ != nullptr) ++to_->references;
  }
  Shared& operator=(const Shared& other) {
    Shared copy(other);
    std::swap(to_, copy.to_);
    return *this;
  }
  ~Shared() {
    if (to_ != nullptr && --to_->references == 0) delete to_;
  }

  // Refers to a new T.
  Status make() {
    Shared fresh;
    fresh.to_ = new (std::nothrow) T();
    if (fresh.to_ == nullptr) return out_of_memory(sizeof(T));
    fresh.to_->references = 1;
    std::swap(to_, fresh.to_);
    return {};
  }

  T* get() const { return to_; }
  T* operator->() const { return to_; }
  T& operator*() const { return *to_; }

 private:
  T* to_ = nullptr;
};

}  // namespace whereformer::bindings
