// What the module says of itself, and the end of what lives in it.
#include <emscripten/version.h>

#include "bindings/handles.hpp"
#include "bindings/operation.hpp"

#define WHEREFORMER_TEXT_OF(number) #number
#define WHEREFORMER_TEXT(number) WHEREFORMER_TEXT_OF(number)

namespace whereformer::bindings {
namespace {

Status build(const Request&, Result& result) {
#if defined(__wasm_relaxed_simd__)
  result.set("variant", "relaxed");
#else
  result.set("variant", "simd");
#endif
  result.set("version", WHEREFORMER_VERSION);
  result.set("toolchain", "emscripten " WHEREFORMER_TEXT(__EMSCRIPTEN_MAJOR__) "." WHEREFORMER_TEXT(
                              __EMSCRIPTEN_MINOR__) "." WHEREFORMER_TEXT(__EMSCRIPTEN_TINY__));
  return {};
}

Status live_handles(const Request&, Result& result) {
  result.set("count", Handle::live());
  return {};
}

Status release(const Request& request, Result&) {
  delete Handle::of<Handle>(request, "handle");
  return {};
}

}  // namespace

EMSCRIPTEN_BINDINGS(whereformer_core) {
  emscripten::function("build", &perform<build>);
  emscripten::function("liveHandles", &perform<live_handles>);
  emscripten::function("release", &perform<release>);
}

}  // namespace whereformer::bindings
