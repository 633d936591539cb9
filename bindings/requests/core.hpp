// What the module says of itself, handles, and tensors in its memory.
#pragma once

#include "bindings/fields.hpp"
#include "position/parameters.hpp"

namespace whereformer::bindings {

struct Nothing {
  template <class Visit>
  void fields(Visit&&) {}
};

struct BuildResult {
  TextResult version;
  TextResult variant;
  TextResult toolchain;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("version", version, "");
    visit("variant", variant, "simd or relaxed");
    visit("toolchain", toolchain, "");
  }
};

struct CountResult {
  NumberResult count;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("count", count, "");
  }
};

// What lives in WebAssembly until release: its address.
struct HandleRequest {
  double handle = 0;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("handle", handle, "");
  }
};

struct HandleResult {
  NumberResult handle;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("handle", handle, "its address");
  }
};

struct AllocateRequest {
  double count = 0;
  Floats data;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("count", count, "");
    visit("data", data, "[count], copied; else zeros");
  }
};

struct ViewResult {
  FloatsResult data;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("data", data, "live, until the memory grows");
  }
};

// The values: fresh, or request.out when that had room for exactly these. Absent when that lies in WebAssembly.
struct ValuesResult {
  DataResult data;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("data", data, "request.out where that has room for exactly these; absent where that lies in WebAssembly");
  }
};

Status build(const Nothing& request, const BuildResult& result);
Status live_handles(const Nothing& request, const CountResult& result);
Status release(const HandleRequest& request, const Nothing& result);
Status allocate(const AllocateRequest& request, const HandleResult& result);
Status view(const HandleRequest& request, const ViewResult& result);

}  // namespace whereformer::bindings
