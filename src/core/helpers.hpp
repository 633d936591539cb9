// Helper threads, which run units of a fork: their states, and how a fork ends when one of them is lost.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "core/parallel.hpp"

namespace whereformer::parallel {

// Of one helper thread. Words of 32 bits: those that a thread of WebAssembly can wait for.
struct alignas(64) HelperState {
  static constexpr std::int32_t kIdle = -1;
  static constexpr std::int32_t kStarting = -2;  // has no unit yet

  std::atomic<std::int32_t> alive{0};     // 0 = not started, or lost; any thread may set it
  std::atomic<std::int32_t> unit{kIdle};  // the one that it runs
  std::atomic<std::int32_t> round{0};     // the last one that it entered

  // Of the caller alone.
  bool lost = false;             // its last unit was run again
  std::int32_t seen_round = -1;  // `round` at the last fork
  double seen_at = 0;            // when `round` last changed
};

class Helpers {
 public:
  // Room for one more; null when there are kMostThreads.
  HelperState* add();

  // What a helper thread runs: returns when it is no longer alive.
  void help(HelperState& helper);

  // Makes all helpers return. Whoever started their threads joins them.
  void stop();

  // The helpers that are alive, and the caller.
  int live() const;

  // One more than the largest number of a live thread.
  int threads() const;

  void fork(const Work& work);

  std::atomic<bool> single{false};  // nothing is shared
  bool may_wait = true;             // the main thread of a page may not
  double timeout = 2000;            // ms without progress after which a helper counts as lost

 private:
  std::span<HelperState> states() { return std::span(states_).first(static_cast<std::size_t>(count_)); }
  std::span<const HelperState> states() const { return std::span(states_).first(static_cast<std::size_t>(count_)); }
  std::int32_t next_round(std::int32_t last);
  bool claim(HelperState& helper, std::int32_t& unit);
  void open(double time);
  void join(HelperState& helper, double started, int own_units);
  bool finished(HelperState& helper, double longest);

  std::array<HelperState, kMostThreads - 1> states_;
  int count_ = 0;
  Work work_{};
  alignas(64) std::atomic<std::int32_t> round_{0};  // odd while a fork is open
  std::atomic<std::int32_t> sleeping_{0};
  std::atomic<std::int32_t> joining_{0};
  alignas(64) std::atomic<std::int32_t> next_{0};  // the first unit that nobody runs
};

extern Helpers helpers;

}  // namespace whereformer::parallel
