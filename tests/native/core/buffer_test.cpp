#include "core/buffer.hpp"

#include "support.hpp"

using namespace whereformer;

// An allocation that cannot be had returns null here as it does in WebAssembly, instead of ending the program.
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1:detect_leaks=1"; }

TEST_CASE("a buffer refuses what cannot be had and keeps working") {
  Buffer<float> buffer;
  CHECK(buffer.allocate(0).ok());
  CHECK(buffer.allocate(std::numeric_limits<std::size_t>::max()).code == Code::oom);      // bytes overflow size_t
  CHECK(buffer.allocate(std::numeric_limits<std::size_t>::max() / 8).code == Code::oom);  // no such memory
  CHECK(buffer.size() == 0);
  REQUIRE(buffer.allocate(5).ok());
  for (const float x : buffer.span()) CHECK(x == 0.0F);
}

TEST_CASE("a buffer copies, moves, and starts at a cache line") {
  Buffer<float> a;
  REQUIRE(a.copy_from(std::vector<float>{1, 2, 3}).ok());
  CHECK(reinterpret_cast<std::uintptr_t>(a.data()) % 64 == 0);
  Buffer<float> b = std::move(a);
  CHECK(b.size() == 3);
  CHECK(b[2] == 3.0F);
  REQUIRE(b.copy_from({}).ok());
  CHECK(b.empty());
}
