// What the module says of itself.
#include <emscripten/bind.h>
#include <emscripten/version.h>

#include <string>

#include "bindings/handles.hpp"

#define WHEREFORMER_TEXT_OF(number) #number
#define WHEREFORMER_TEXT(number) WHEREFORMER_TEXT_OF(number)

namespace whereformer::bindings {
namespace {

struct Build {
  std::string version;
  std::string variant;
  std::string toolchain;
};

Build build() {
#if defined(__wasm_relaxed_simd__)
  const char* variant = "relaxed";
#else
  const char* variant = "simd";
#endif
  return {WHEREFORMER_VERSION, variant,
          "emscripten " WHEREFORMER_TEXT(__EMSCRIPTEN_MAJOR__) "." WHEREFORMER_TEXT(
              __EMSCRIPTEN_MINOR__) "." WHEREFORMER_TEXT(__EMSCRIPTEN_TINY__)};
}

}  // namespace

EMSCRIPTEN_BINDINGS(whereformer_core) {
  emscripten::value_object<Build>("Build")
      .field("version", &Build::version)
      .field("variant", &Build::variant)
      .field("toolchain", &Build::toolchain);
  emscripten::function("build", &build);
  emscripten::function("liveHandles", &Handle::live);
}

}  // namespace whereformer::bindings
