// Build information, live handles, release of handles.
#include <emscripten/version.h>

#include "bindings/handles.hpp"

#define WHEREFORMER_TEXT_OF(number) #number
#define WHEREFORMER_TEXT(number) WHEREFORMER_TEXT_OF(number)

namespace whereformer::bindings {
Status build(const Nothing&, const BuildResult& result) {
#if defined(__wasm_relaxed_simd__)
  result.variant.set("relaxed");
#else
  result.variant.set("simd");
#endif
  result.version.set(WHEREFORMER_VERSION);
  result.toolchain.set("emscripten " WHEREFORMER_TEXT(__EMSCRIPTEN_MAJOR__) "." WHEREFORMER_TEXT(
      __EMSCRIPTEN_MINOR__) "." WHEREFORMER_TEXT(__EMSCRIPTEN_TINY__));
  return {};
}

Status live_handles(const Nothing&, const CountResult& result) {
  result.count.set(Handle::live());
  return {};
}

Status release(const HandleRequest& request, const Nothing&) {
  delete Handle::of<Handle>(request.handle);
  return {};
}

}  // namespace whereformer::bindings
