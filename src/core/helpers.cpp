#include "core/helpers.hpp"

#include <algorithm>
#include <chrono>
#if !defined(__wasm__)
#include <thread>
#endif

namespace whereformer::parallel {
namespace {

// Looks at a word before a thread goes to sleep: about 50 µs, as long as it takes to be woken.
constexpr int kLooks = 1 << 15;

constexpr double kNap = 20;  // ms

double now() {
  const std::chrono::duration<double, std::milli> since = std::chrono::steady_clock::now().time_since_epoch();
  return since.count();
}

#if defined(__wasm__)

std::int32_t* address(const std::atomic<std::int32_t>& word) {
  return const_cast<std::int32_t*>(reinterpret_cast<const std::int32_t*>(&word));
}
// Returns when the word is not `value` any more, when it is told to, or after some ms (< 0 = never).
void sleep(const std::atomic<std::int32_t>& word, std::int32_t value, double most) {
  __builtin_wasm_memory_atomic_wait32(address(word), value, most < 0 ? -1 : static_cast<std::int64_t>(most * 1e6));
}
void wake(std::atomic<std::int32_t>& word) { __builtin_wasm_memory_atomic_notify(address(word), 0xFFFFFFFFU); }

#else

void sleep(const std::atomic<std::int32_t>& word, std::int32_t value, double most) {
  if (most < 0) return word.wait(value);
  std::this_thread::sleep_for(std::chrono::microseconds(50));
}
void wake(std::atomic<std::int32_t>& word) { word.notify_all(); }

#endif

}  // namespace

constinit Helpers helpers;

Seat* Helpers::add() { return count_ < kMostThreads - 1 ? &seats_[static_cast<std::size_t>(count_++)] : nullptr; }

int Helpers::present() const {
  int count = 1;
  for (const Seat& seat : seats()) count += seat.present;
  return count;
}

int Helpers::threads() const {
  int count = count_;
  while (count > 0 && seats_[static_cast<std::size_t>(count - 1)].present == 0) --count;
  return 1 + count;
}

void Helpers::dismiss() {
  for (Seat& seat : seats()) {
    seat.present = 0;
    seat.lost = false;
    seat.at = Seat::kAway;
  }
  round_ += 2;
  wake(round_);
  count_ = 0;
}

std::int32_t Helpers::next_round(std::int32_t last) {
  for (int look = 0; look < kLooks; ++look) {
    if (round_ != last) return round_;
  }
  ++sleeping_;
  while (round_ == last) sleep(round_, last, -1);
  --sleeping_;
  return round_;
}

// A unit is noted before it is taken, so that it is known if the thread is lost then.
bool Helpers::claim(Seat& seat, std::int32_t& unit) {
  unit = next_;
  while (unit < work_.units && seat.present != 0) {
    seat.at = unit;
    if (next_.compare_exchange_weak(unit, unit + 1)) return true;
  }
  return false;
}

// The caller closes a fork, and then looks whether a seat is away; a helper leaves its seat's word, and then looks whether the fork is open.
void Helpers::help(Seat& seat) {
  const int thread = 1 + static_cast<int>(&seat - seats_.data());
  std::int32_t last = 0;
  while (seat.present != 0) {
    const std::int32_t round = next_round(last);
    seat.at = Seat::kEntered;
    if (round % 2 != 0 && round_ == round && thread < work_.threads) {
      for (std::int32_t unit; claim(seat, unit);) work_.run(work_.body, unit, thread);
    }
    seat.answered = round;
    seat.at = Seat::kAway;
    if (joining_ != 0) wake(seat.at);
    last = round;
  }
}

void Helpers::fork(const Work& work) {
  const double started = now();
  work_ = work;
  next_ = 1;  // the first unit is the caller's
  call(started);
  int own = 0;
  for (std::int32_t unit = 0; unit < work.units; unit = next_++) {
    work.run(work.body, unit, 0);
    ++own;
  }
  ++round_;
  for (Seat& seat : seats()) {
    if (!seat.lost) join(seat, started, own);
  }
}

// A helper that did not answer an earlier call for so long will answer none.
void Helpers::call(double time) {
  for (Seat& seat : seats()) {
    const std::int32_t answered = seat.answered;
    if (answered == seat.heard && time - seat.asked > patience) seat.present = 0;
    if (answered != seat.heard) seat.asked = time;
    seat.heard = answered;
  }
  ++round_;
  if (sleeping_ != 0) wake(round_);
}

// Others are at work meanwhile.
void Helpers::join(Seat& seat, double started, int own_units) {
  for (int look = 0; look < kLooks; ++look) {
    if (seat.at == Seat::kAway) return;
  }
  // No unit takes that much longer than those of the caller.
  const double longest = std::max(patience, 16 * (now() - started) / own_units);
  joining_ = 1;
  const bool here = left(seat, longest);
  joining_ = 0;
  if (here) return;
  seat.lost = true;
  seat.present = 0;
  const std::int32_t unit = seat.at;
  if (unit >= 0) work_.run(work_.body, unit, 0);
}

// False if the helper is lost: others say so, or it makes no progress. A machine that was asleep has not waited.
bool Helpers::left(Seat& seat, double longest) {
  std::int32_t at = seat.at;
  double silent = 0;
  double last = now();
  while (at != Seat::kAway) {
    if (seat.present == 0 || silent > longest) return false;
    if (may_sleep) {
      sleep(seat.at, at, kNap);
    } else {
      for (int look = 0; look < kLooks && seat.at == at; ++look) continue;
    }
    const double time = now();
    silent = seat.at == at ? silent + std::min(time - last, 2 * kNap) : 0;
    last = time;
    at = seat.at;
  }
  return true;
}

int threads_for(double work) { return work < kLeastFork || helpers.alone ? 1 : helpers.threads(); }

void fork(const Work& work) {
  helpers.alone = true;  // for what a unit calls
  helpers.fork(work);
  helpers.alone = false;
}

Alone::Alone(bool wanted) : before_(helpers.alone) {
  if (wanted) helpers.alone = true;
}
Alone::~Alone() { helpers.alone = before_; }

}  // namespace whereformer::parallel
