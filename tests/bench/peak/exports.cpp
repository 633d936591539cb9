// What the page calls besides the package: the peak, reading, and a product whose right side is packed already, as in a model.
// Plain WebAssembly exports over one block of memory; addresses are byte offsets.
#include <cstdint>
#include <cstdlib>

#include "peak/peak.hpp"
#include "simd/matmul.hpp"

#define EXPORT(name) __attribute__((export_name(name)))

namespace whereformer::bench {

namespace {
simd::PackedMatrix packed;
}

extern "C" {

EXPORT("flopsPerStep") int flops_per_step() { return kFlopsPerStep; }

EXPORT("multiplyAddSteps") float multiply_add_steps_of(int steps) { return multiply_add_steps(steps); }

EXPORT("readAll") float read_all_of(const float* from, int count) { return read_all(from, count); }

EXPORT("copyAll") void copy_all_of(const float* from, float* to, int count) { copy_all(from, to, count); }

EXPORT("allocate") float* allocate(int count) {
  return static_cast<float*>(std::malloc(static_cast<std::size_t>(count) * sizeof(float)));
}

EXPORT("release") void release(float* block) { std::free(block); }

// matrix [inputs, outputs]; false when memory ran out
EXPORT("pack") bool pack(const float* matrix, int inputs, int outputs) {
  return packed.pack_columns(matrix, inputs, outputs).ok();
}

// y [rows, outputs] = x [rows, inputs] · matrix
EXPORT("multiplyPacked") void multiply_packed(const float* x, int rows, float* y) {
  simd::matmul(x, rows, packed, {}, y);
}
}

}  // namespace whereformer::bench
