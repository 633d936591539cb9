// Helpers of a fork as threads of this process, for the time of a test; and results with one, two and three threads.
#pragma once

#include <thread>

#include "core/helpers.hpp"
#include "support.hpp"

namespace whereformer::test {

class Team {
 public:
  explicit Team(int threads) {
    for (int i = 1; i < threads; ++i) {
      parallel::HelperState& helper = *parallel::helpers.add();
      helper.alive = parallel::HelperState::kAlive;
      states_.push_back(&helper);
      threads_.emplace_back([&helper] { help(helper); });
    }
  }
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  ~Team() {
    parallel::helpers.stop();
    for (std::thread& thread : threads_) thread.join();
  }

  parallel::HelperState& state(int thread) const { return *states_.at(static_cast<std::size_t>(thread - 1)); }

 private:
  // As a worker does (web/lib/threads/helper.ts): whatever ends a unit, it says that it has gone.
  static void help(parallel::HelperState& helper) {
    try {
      parallel::helpers.help(helper);
    } catch (const std::exception&) {
      helper.alive = parallel::HelperState::kGone;
    }
  }

  std::vector<parallel::HelperState*> states_;
  std::vector<std::thread> threads_;
};

// compute(threads) → values; the same bits with one thread, two and three?
template <class Compute>
void same_bits(Compute&& compute) {
  const std::vector<float> one = compute();
  for (const int threads : {2, 3}) {
    const Team team(threads);
    const std::vector<float> several = compute();
    INFO(threads << " threads");
    REQUIRE(several.size() == one.size());
    CHECK(std::memcmp(several.data(), one.data(), one.size() * sizeof(float)) == 0);
  }
}

}  // namespace whereformer::test
