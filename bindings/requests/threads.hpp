// Threads that help with the units of a fork.
#pragma once

#include "bindings/requests/core.hpp"

namespace whereformer::bindings {

struct AddThreadRequest {
  bool may_sleep = true;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("maySleep", may_sleep, "the calling thread may wait for others: not that of a page");
  }
};

// What a thread is started with, all but `entry` as addresses.
struct AddThreadResult {
  NumberResult entry;
  NumberResult storage;
  NumberResult stack;
  NumberResult seat;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("entry", entry,
          "index in the table: entry(storage, stack, seat) returns when the thread is no longer wanted");
    visit("storage", storage, "of its thread-local variables");
    visit("stack", stack, "the upper end");
    visit("seat", seat, "32 bits that are 1 while the thread is there: set by whoever starts it, 0 when it has failed");
  }
};

Status add_thread(const AddThreadRequest& request, const AddThreadResult& result);
Status count_threads(const Nothing& request, const CountResult& result);

}  // namespace whereformer::bindings
