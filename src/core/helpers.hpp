// The threads that help with the units of a fork: where they wait, and what becomes of a fork when one of them is lost.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "core/parallel.hpp"

namespace whereformer::parallel {

// Of one helper. Words of 32 bits, since threads of WebAssembly can wait for no others.
struct alignas(64) Seat {
  static constexpr std::int32_t kAway = -1;
  static constexpr std::int32_t kEntered = -2;  // and has no unit yet

  std::atomic<std::int32_t> present{0};   // 0 = not there yet, or lost: anyone may say so
  std::atomic<std::int32_t> at{kAway};    // its unit
  std::atomic<std::int32_t> answered{0};  // the last round that it came to

  // The caller's notes.
  bool lost = false;        // and its last unit run again
  std::int32_t heard = -1;  // answered, when it was last looked at
  double asked = 0;         // since when it has not answered
};

class Helpers {
 public:
  // Room for one more; null when there are kMostThreads.
  Seat* add();

  // The life of a helper: returns when its seat is no longer present.
  void help(Seat& seat);

  // Ends the life of all. Whoever started their threads has to wait for them.
  void dismiss();

  // Those present, and the caller.
  int present() const;

  // The same up to the last one present: how many numbers threads have.
  int threads() const;

  void fork(const Work& work);

  std::atomic<bool> alone{false};
  bool may_sleep = true;   // the main thread of a page may not
  double patience = 2000;  // ms without progress after which a helper is taken for lost

 private:
  std::span<Seat> seats() { return std::span(seats_).first(static_cast<std::size_t>(count_)); }
  std::span<const Seat> seats() const { return std::span(seats_).first(static_cast<std::size_t>(count_)); }
  std::int32_t next_round(std::int32_t last);
  bool claim(Seat& seat, std::int32_t& unit);
  void call(double time);
  void join(Seat& seat, double started, int own_units);
  bool left(Seat& seat, double longest);

  std::array<Seat, kMostThreads - 1> seats_;
  int count_ = 0;
  Work work_{};
  alignas(64) std::atomic<std::int32_t> round_{0};  // odd while a fork is open
  std::atomic<std::int32_t> sleeping_{0};
  std::atomic<std::int32_t> joining_{0};
  alignas(64) std::atomic<std::int32_t> next_{0};  // unit that nobody has yet
};

extern Helpers helpers;

}  // namespace whereformer::parallel
