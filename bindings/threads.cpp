// Threads of the core: a worker instantiates the same module on the same memory, and calls the entry.
#include "bindings/requests/threads.hpp"

#include "core/helpers.hpp"

extern "C" {
// threads_entry.cpp
void whereformer_thread(void* storage, void* stack, whereformer::parallel::HelperState* helper);

[[gnu::used]] void whereformer_help(whereformer::parallel::HelperState* helper) {
  whereformer::parallel::helpers.help(*helper);
}
}

namespace whereformer::bindings {
namespace {

constexpr std::size_t kStackBytes = 256 * 1024;  // as that of the first thread

// Makes the variables of a thread, and above them its stack. Never freed: nobody knows when the thread has ended.
Status allocate_stack(std::uintptr_t& storage, std::uintptr_t& stack) {
  const std::size_t bytes = __builtin_wasm_tls_size() + kStackBytes;
  void* room = nullptr;
  TRY(allocate_aligned(bytes, 1, room));
  storage = reinterpret_cast<std::uintptr_t>(room);
  stack = (storage + bytes) / 64 * 64;
  return {};
}

double address(std::uintptr_t at) { return static_cast<double>(at); }

}  // namespace

Status add_thread(const AddThreadRequest& request, const AddThreadResult& result) {
  std::uintptr_t storage = 0;
  std::uintptr_t stack = 0;
  if (!parallel::helpers.has_room()) return value_error("threads", parallel::kMostThreads + 1, "at most 64");
  TRY(allocate_stack(storage, stack));
  parallel::helpers.may_wait = request.may_wait;
  parallel::HelperState* helper = parallel::helpers.add();
  result.entry.set(address(reinterpret_cast<std::uintptr_t>(&whereformer_thread)));
  result.storage.set(address(storage));
  result.stack.set(address(stack));
  result.state.set(address(reinterpret_cast<std::uintptr_t>(&helper->alive)));
  return {};
}

Status count_threads(const Nothing&, const CountResult& result) {
  result.count.set(parallel::helpers.live());
  return {};
}

}  // namespace whereformer::bindings
