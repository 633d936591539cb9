// One object on the heap, whose allocation can fail.
#pragma once

#include <memory>
#include <new>
#include <utility>

#include "core/status.hpp"

namespace whereformer {

// Makes a T; `Base` is T or has a virtual destructor.
template <class T, class Base, class... Arguments>
Status make(std::unique_ptr<Base>& to, Arguments&&... arguments) {
  to.reset(new (std::nothrow) T(std::forward<Arguments>(arguments)...));
  return to ? Status{} : out_of_memory(sizeof(T));
}

}  // namespace whereformer
