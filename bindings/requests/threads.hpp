// Helper threads, which run units of a fork.
#pragma once

#include "bindings/requests/core.hpp"

namespace whereformer::bindings {

struct AddThreadRequest {
  bool may_wait = true;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("mayWait", may_wait, "the calling thread may wait for others: not that of a page");
  }
};

// Arguments that a thread is started with, all but `entry` as addresses.
struct AddThreadResult {
  NumberResult entry;
  NumberResult storage;
  NumberResult stack;
  NumberResult state;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("entry", entry,
          "index in the table: entry(storage, stack, state) returns when the thread is no longer wanted");
    visit("storage", storage, "of its thread-local variables");
    visit("stack", stack, "the upper end");
    visit("state", state,
          "32 bits: 0 before the thread starts, 1 while it may take shares of the work, 2 when it has left, has ended, "
          "or "
          "is told between calls to take no more");
  }
};

Status add_thread(const AddThreadRequest& request, const AddThreadResult& result);
Status count_threads(const Nothing& request, const CountResult& result);

}  // namespace whereformer::bindings
