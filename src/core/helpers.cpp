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

}  // namespace

constinit Helpers helpers;

HelperState* Helpers::add() {
  return count_ < kMostThreads - 1 ? &states_[static_cast<std::size_t>(count_++)] : nullptr;
}

int Helpers::live() const {
  int count = 1;
  for (const HelperState& helper : states()) count += helper.alive;
  return count;
}

int Helpers::threads() const {
  int count = count_;
  while (count > 0 && states_[static_cast<std::size_t>(count - 1)].alive == 0) --count;
  return 1 + count;
}

void Helpers::stop() {
  for (HelperState& helper : states()) {
    helper.alive = 0;
    helper.lost = false;
    helper.unit = HelperState::kIdle;
  }
  round_ += 2;
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

// A unit is written down before it is taken: the caller finds it if the thread is lost then.
bool Helpers::claim(HelperState& helper, std::int32_t& unit) {
  unit = next_;
  while (unit < work_.units && helper.alive != 0) {
    helper.unit = unit;
    if (next_.compare_exchange_weak(unit, unit + 1)) return true;
  }
  return false;
}

// The caller closes a fork and then reads whether a helper is idle; a helper sets its unit and then reads whether the fork is open.
void Helpers::help(HelperState& helper) {
  const int thread = 1 + static_cast<int>(&helper - states_.data());
  std::int32_t last = 0;
  while (helper.alive != 0) {
    const std::int32_t round = next_round(last);
    helper.unit = HelperState::kStarting;
    if (round % 2 != 0 && round_ == round && thread < work_.threads) {
      for (std::int32_t unit; claim(helper, unit);) work_.run(work_.body, unit, thread);
    }
    helper.round = round;
    helper.unit = HelperState::kIdle;
    if (joining_ != 0) wake(helper.unit);
    last = round;
  }
}

void Helpers::fork(const Work& work) {
  const double started = now();
  work_ = work;
  next_ = 1;  // the first unit is the caller's
  open(started);
  int own = 0;
  for (std::int32_t unit = 0; unit < work.units; unit = next_++) {
    work.run(work.body, unit, 0);
    ++own;
  }
  ++round_;
  for (HelperState& helper : states()) {
    if (!helper.lost) join(helper, started, own);
  }
}

// A helper that has entered no fork for `timeout` is lost.
void Helpers::open(double time) {
  for (HelperState& helper : states()) {
    const std::int32_t round = helper.round;
    if (round == helper.seen_round && time - helper.seen_at > timeout) helper.alive = 0;
    if (round != helper.seen_round) helper.seen_at = time;
    helper.seen_round = round;
  }
  ++round_;
  if (sleeping_ != 0) wake(round_);
}

void Helpers::join(HelperState& helper, double started, int own_units) {
  for (int spin = 0; spin < kSpins; ++spin) {
    if (helper.unit == HelperState::kIdle) return;
  }
  // No unit takes that much longer than those of the caller.
  const double longest = std::max(timeout, 16 * (now() - started) / own_units);
  joining_ = 1;
  const bool done = finished(helper, longest);
  joining_ = 0;
  if (done) return;
  helper.lost = true;
  helper.alive = 0;
  const std::int32_t unit = helper.unit;
  if (unit >= 0) work_.run(work_.body, unit, 0);
}

// False if the helper is lost: reported so, or without progress for `longest`. Time in which the machine was suspended does not count.
bool Helpers::finished(HelperState& helper, double longest) {
  std::int32_t unit = helper.unit;
  double silent = 0;
  double last = now();
  while (unit != HelperState::kIdle) {
    if (helper.alive == 0 || silent > longest) return false;
    if (may_wait) {
      sleep(helper.unit, unit, kPoll);
    } else {
      for (int spin = 0; spin < kSpins && helper.unit == unit; ++spin) continue;
    }
    const double time = now();
    silent = helper.unit == unit ? silent + std::min(time - last, 2 * kPoll) : 0;
    last = time;
    unit = helper.unit;
  }
  return true;
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
