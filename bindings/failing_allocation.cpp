// For tests/allocation: an allocator of which one allocation fails, or one and all after it, or that grows the memory at each. Linked around
// malloc and aligned_alloc: what the core, the bindings and operator new allocate comes here.
#include <emscripten/bind.h>
#include <emscripten/heap.h>

#include <cstddef>

namespace {

int made = 0;        // allocations since the last call of fail_allocation
int failing = 0;     // the first that fails; 0 = none
int failing_to = 0;  // the last
bool growing = false;

bool fails() {
  ++made;
  constexpr std::size_t kPage = 1U << 16U;
  if (growing) emscripten_resize_heap(emscripten_get_heap_size() + kPage);
  return failing > 0 && made >= failing && made <= failing_to;
}

// Returns how many allocations were asked for since the last call.
int fail_allocation(int first, int last) {
  const int before = made;
  made = 0;
  failing = first;
  failing_to = last;
  return before;
}

void grow_always(bool on) { growing = on; }

}  // namespace

extern "C" {
void* __real_malloc(std::size_t size);
void* __real_aligned_alloc(std::size_t alignment, std::size_t size);
void* __wrap_malloc(std::size_t size) { return fails() ? nullptr : __real_malloc(size); }
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  return fails() ? nullptr : __real_aligned_alloc(alignment, size);
}
}

EMSCRIPTEN_BINDINGS(failing_allocation) {
  emscripten::function("failAllocation", &fail_allocation);
  emscripten::function("growAlways", &grow_always);
}
