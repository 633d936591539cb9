// The three crossings between the heap of WebAssembly and JavaScript's typed arrays.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <span>

#include "core/buffer.hpp"

namespace whereformer::bindings {

// Typed arrays under their TypeScript names, for the generated declarations.
EMSCRIPTEN_DECLARE_VAL_TYPE(Float32Array);
EMSCRIPTEN_DECLARE_VAL_TYPE(Int32Array);
EMSCRIPTEN_DECLARE_VAL_TYPE(Uint8Array);

// Lends `values` to `use` as a live view. Growth of the memory detaches it: `use` must not allocate or keep it.
template <class T, class Use>
auto borrow(std::span<T> values, Use&& use) {
  return use(emscripten::val(emscripten::typed_memory_view(values.size(), values.data())));
}

// Copies a typed array of element type T into a fresh buffer.
template <class T>
Status copy_in(const emscripten::val& array, Buffer<T>& to) {
  return then(to.allocate(array["length"].as<std::size_t>()), [&]() -> Status {
    borrow(to.span(), [&](const emscripten::val& view) { view.call<void>("set", array); });
    return {};
  });
}

// Copies values into a fresh typed array that JavaScript owns.
template <class T>
emscripten::val copy_out(std::span<const T> values) {
  return borrow(values, [](const emscripten::val& view) { return view.template call<emscripten::val>("slice"); });
}

// The same into the caller's array, when it has room for exactly these values; else a fresh one.
template <class T>
emscripten::val copy_out(std::span<const T> values, const emscripten::val& into) {
  if (values.empty() || into["length"].as<std::size_t>() != values.size()) return copy_out(values);
  borrow(values, [&](const emscripten::val& view) { into.call<void>("set", view); });
  return into;
}

}  // namespace whereformer::bindings
