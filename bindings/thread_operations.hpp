// Operations of the core with threads, besides those of the core for training.
#pragma once

#include "bindings/requests/threads.hpp"

namespace whereformer::bindings {

template <class Visit>
void thread_operations(Visit&& visit) {
  visit.template operation<add_thread>("addThread");
  visit.template operation<count_threads>("countThreads");
}

}  // namespace whereformer::bindings
