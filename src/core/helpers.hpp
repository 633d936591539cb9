// Helper threads, which run units of a fork: their states, and how a fork ends when one of them is gone.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "core/parallel.hpp"

namespace whereformer::parallel {

// The state of one helper thread, in words of 32 bits: those that a thread of WebAssembly can wait for.
struct alignas(64) HelperState {
  // Values of `alive`. Who sets kGone knows that the thread will not go on in a unit: it has left, has ended, or is told so between
  // calls.
  static constexpr std::int32_t kStarting = 0;
  static constexpr std::int32_t kAlive = 1;
  static constexpr std::int32_t kGone = 2;

  static constexpr std::int32_t kIdle = -1;

  std::atomic<std::int32_t> alive{kStarting};
  std::atomic<std::int32_t> unit{kIdle};  // the one that it runs, or is about to take
  std::atomic<std::int32_t> round{0};     // the last fork that it woke up for

  // From 1 on. In memory: as a local of help() it became 0 in Node 20 (V8 11.3, code of its first compiler), and two threads shared a scratch.
  std::int32_t thread = 0;

  // Read and written by the calling thread alone.
  std::int32_t seen_round = -1;  // `round` at the last fork
  double seen_at = 0;            // when `round` last changed
  bool silent = false;           // it has not changed for long
};

class Helpers {
 public:
  bool has_room() const { return count_ < kMostThreads - 1; }
  // The state of one more helper; null without room for it.
  HelperState* add();

  // The loop of a helper thread; returns when it is no longer alive.
  void help(HelperState& helper);

  // Makes all helpers return. Whoever started their threads joins them.
  void stop();

  // The helpers that are alive and come to forks, and the caller.
  int live() const;

  // One more than the largest number of such a thread.
  int threads() const;

  void fork(const Work& work);

  std::atomic<bool> single{false};  // nothing is shared
  bool may_wait = true;             // the main thread of a page may not
  double timeout = 2000;            // ms without coming to forks after which a helper is not counted on
  double patience = 30'000;         // ms without an end of taken units after which the core is given up

 private:
  std::span<HelperState> states() { return std::span(states_).first(count_); }
  std::span<const HelperState> states() const { return std::span(states_).first(count_); }
  std::int32_t next_round(std::int32_t last);
  std::int32_t take(HelperState* helper);
  void open(const Work& work);
  void join(double longest);
  bool nobody_works() const;
  void run_units_of_the_gone();

  std::array<HelperState, kMostThreads - 1> states_;
  int count_ = 0;
  Work work_{};                                     // read by whoever has taken a unit of it
  alignas(64) std::atomic<std::int32_t> round_{0};  // counts forks
  std::atomic<std::int32_t> sleeping_{0};
  std::atomic<std::int32_t> joining_{0};
  std::atomic<std::int32_t> units_{0};    // of the fork
  std::atomic<std::int32_t> threads_{0};  // of the fork
  // Round and units that nobody has taken. One word, so that nobody takes a unit of another fork than the one that it looked at.
  alignas(64) std::atomic<std::uint64_t> left_{0};
  alignas(64) std::atomic<std::int32_t> pending_{0};  // units that have not ended
};

extern Helpers helpers;

}  // namespace whereformer::parallel
