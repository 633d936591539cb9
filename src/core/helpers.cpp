#include "core/helpers.hpp"

#include <algorithm>
#include <chrono>
#if !defined(__wasm__)
#include <thread>
#endif

namespace whereformer::parallel {
namespace {

// Reads of a word before a thread sleeps: about 0.3 ms. Waking it takes 50 µs, and between two forks of a step of training one thread
// computes for longer than that.
constexpr int kSpins = 1 << 18;

constexpr double kPoll = 20;  // ms of sleep between looks at a helper

double now() {
  const std::chrono::duration<double, std::milli> since = std::chrono::steady_clock::now().time_since_epoch();
  return since.count();
}

#if defined(__wasm__)

std::int32_t* address(const std::atomic<std::int32_t>& word) {
  return const_cast<std::int32_t*>(reinterpret_cast<const std::int32_t*>(&word));
}
// Returns when the word is no longer `value`, after wake(), or after `most` ms (< 0 = no limit).
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

constexpr std::uint64_t kUnits = 0xFFFFFFFF;  // of left_

// A helper that has woken up since is no longer silent.
bool comes(const HelperState& helper) {
  return helper.alive == HelperState::kAlive && !(helper.silent && helper.round == helper.seen_round);
}

// Once per fork.
void look_after(HelperState& helper, double time, double timeout) {
  const std::int32_t round = helper.round;
  helper.silent = round == helper.seen_round && time - helper.seen_at > timeout;
  if (round != helper.seen_round) helper.seen_at = time;
  helper.seen_round = round;
}

}  // namespace

constinit Helpers helpers;

HelperState* Helpers::add() {
  if (!has_room()) return nullptr;
  HelperState& helper = states_[count_++];
  helper.thread = count_;
  helper.alive = HelperState::kStarting;
  helper.unit = HelperState::kIdle;
  helper.round = 0;
  helper.seen_round = -1;
  helper.silent = false;
  return &helper;
}

int Helpers::live() const {
  int count = 1;
  for (const HelperState& helper : states()) count += comes(helper);
  return count;
}

int Helpers::threads() const {
  int count = count_;
  while (count > 0 && !comes(states_[count - 1])) --count;
  return 1 + count;
}

void Helpers::stop() {
  for (HelperState& helper : states()) helper.alive = HelperState::kGone;
  ++round_;
  wake(round_);
  count_ = 0;
}

std::int32_t Helpers::next_round(std::int32_t last) {
  for (int spin = 0; spin < kSpins; ++spin) {
    if (round_ != last) return round_;
  }
  ++sleeping_;
  while (round_ == last) sleep(round_, last, -1);
  --sleeping_;
  return round_;
}

// Nothing of a fork is read before a unit of it is taken, and the fork waits for units that were taken: a thread that is slow reads what
// is there, however slow it is. What is read between the two looks at left_ is of the same fork, or nothing is taken. A helper writes the
// unit down before: it is found if the thread is gone then.
std::int32_t Helpers::take(HelperState* helper) {
  std::int32_t unit = 0;
  std::uint64_t seen = left_;
  do {
    const auto left = static_cast<std::int32_t>(seen & kUnits);
    if (left == 0) return HelperState::kIdle;
    unit = units_ - left;
    if (helper != nullptr) {
      if (helper->thread >= threads_ || helper->alive != HelperState::kAlive) return HelperState::kIdle;
      helper->unit = unit;
    }
  } while (!left_.compare_exchange_weak(seen, seen - 1));
  return unit;
}

void Helpers::help(HelperState& helper) {
  std::int32_t round = 0;
  while (helper.alive == HelperState::kAlive) {
    helper.round = round = next_round(round);
    for (int unit; (unit = take(&helper)) >= 0;) {
      work_.run(work_.body, unit, helper.thread);
      if (--pending_ == 0 && joining_ != 0) wake(pending_);
      helper.unit = HelperState::kIdle;
    }
    helper.unit = HelperState::kIdle;
  }
}

void Helpers::fork(const Work& work) {
  const double started = now();
  for (HelperState& helper : states()) look_after(helper, started, timeout);
  open(work);
  int own = 1;
  work.run(work.body, 0, 0);
  for (int unit; (unit = take(nullptr)) >= 0; ++own) work.run(work.body, unit, 0);
  if (pending_.fetch_sub(own) == own) return;
  // No unit takes that much longer than those of the caller.
  join(std::max(patience, 16 * (now() - started) / own));
}

// The first unit is the caller's.
void Helpers::open(const Work& work) {
  work_ = work;
  units_ = work.units;
  threads_ = work.threads;
  pending_ = work.units;
  const auto round = static_cast<std::uint32_t>(round_ + 1);
  left_ = static_cast<std::uint64_t>(round) << 32U | static_cast<std::uint32_t>(work.units - 1);
  ++round_;
  if (sleeping_ != 0) wake(round_);
}

// Until every unit has ended. Time in which the machine was suspended does not count.
void Helpers::join(double longest) {
  for (int spin = 0; spin < kSpins; ++spin) {
    if (pending_ == 0) return;
  }
  joining_ = 1;
  double silent = 0;
  double last = now();
  for (std::int32_t pending = pending_; pending != 0;) {
    if (nobody_works()) run_units_of_the_gone();
    if (silent > longest)
      __builtin_trap();  // Another core goes on, in another memory: a unit may still write to this one.
    if (may_wait) {
      sleep(pending_, pending, kPoll);
    } else {
      for (int spin = 0; spin < kSpins && pending_ == pending; ++spin) continue;
    }
    const double time = now();
    silent = pending_ == pending ? silent + std::min(time - last, 2 * kPoll) : 0;
    last = time;
    pending = pending_;
  }
  joining_ = 0;
}

bool Helpers::nobody_works() const {
  return std::none_of(states().begin(), states().end(), [](const HelperState& helper) {
    return helper.alive == HelperState::kAlive && helper.unit != HelperState::kIdle;
  });
}

// Each has taken one at most, and nobody else runs it. The units that are left are among those that they wrote down.
void Helpers::run_units_of_the_gone() {
  if (pending_ == 0) return;  // the last one that worked has ended its unit
  for (HelperState& helper : states()) {
    const std::int32_t unit = helper.unit;
    if (helper.alive == HelperState::kAlive || unit == HelperState::kIdle) continue;
    if (unit < work_.units) work_.run(work_.body, unit, 0);
    helper.unit = HelperState::kIdle;
  }
  pending_ = 0;
}

int threads_for(double work) { return work < kLeastFork || helpers.single ? 1 : helpers.threads(); }

void fork(const Work& work) {
  helpers.single = true;  // for what a unit calls
  helpers.fork(work);
  helpers.single = false;
}

SingleThread::SingleThread(bool wanted) : before_(helpers.single) {
  if (wanted) helpers.single = true;
}
SingleThread::~SingleThread() { helpers.single = before_; }

}  // namespace whereformer::parallel
