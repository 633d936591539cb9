// Long-lived objects that JavaScript must release; it holds their addresses as numbers. Tests assert that none is leaked.
#pragma once

#include <cstdint>

#include "bindings/requests/core.hpp"

namespace whereformer::bindings {

class Handle {
 public:
  Handle() { ++live_; }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  virtual ~Handle() { --live_; }

  static int live() { return live_; }

  double address() const { return static_cast<double>(reinterpret_cast<std::uintptr_t>(this)); }

  // The object at an address: web/lib/boundary/handle.ts passes none of a released object or of another type.
  template <class T>
  static T* of(double address) {
    return static_cast<T*>(reinterpret_cast<Handle*>(static_cast<std::uintptr_t>(address)));
  }

 private:
  static inline int live_ = 0;
};

}  // namespace whereformer::bindings
