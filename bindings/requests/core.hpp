// Build information, handles, and tensors on the WebAssembly heap.
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

// The address of an object on the WebAssembly heap, valid until release.
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
    visit("data", data, "a view; memory growth detaches it");
  }
};

// Values in request.out if it has exactly this size, else in a fresh array. Absent if request.out is on the WebAssembly heap.
struct ValuesResult {
  DataResult data;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("data", data,
          "request.out if it has exactly this size, else a fresh array; absent if request.out is on the WebAssembly "
          "heap");
  }
};

Status build(const Nothing& request, const BuildResult& result);
Status live_handles(const Nothing& request, const CountResult& result);
Status release(const HandleRequest& request, const Nothing& result);
Status allocate(const AllocateRequest& request, const HandleResult& result);
Status view(const HandleRequest& request, const ViewResult& result);

}  // namespace whereformer::bindings
