// Fork and join. The units of a fork follow from the work and not from the number of threads; each writes to places of its own and reads
// nothing that it writes. So the bits are the same with any number of threads, and the unit of a thread that has ended can be run again.
// A unit allocates nothing: a thread that ends meanwhile would keep the lock of the heap.
#pragma once

#include "core/buffer.hpp"

#if defined(WHEREFORMER_THREADS)
#include <algorithm>
#include <atomic>
#endif

namespace whereformer::parallel {

// In multiply-adds of a tile, of which one thread does some twenty thousand in a microsecond.
inline constexpr double kLeastUnit = 1 << 16;
inline constexpr double kLeastFork = 1 << 20;  // less is not shared: waking a thread takes about as long

#if defined(WHEREFORMER_THREADS)

inline constexpr int kMostThreads = 64;

// The threads for so much work, the caller's among them.
int threads_for(double work);

// Pieces of a whole, in units of several that follow each other.
struct Division {
  int pieces;
  int each;  // of a unit

  int units() const { return (pieces + each - 1) / each; }
  int first(int unit) const { return unit * each; }
  int last(int unit) const { return std::min(first(unit) + each, pieces); }
};

// Divides pieces into units of at least `least` pieces.
inline Division divide(int threads, int pieces, double work_of_piece, int least = 1) {
  if (threads == 1) return {pieces, std::max(pieces, 1)};
  const double each = kLeastUnit / work_of_piece / least;
  return {pieces, least * (each < 1 ? 1 : static_cast<int>(std::min(each, static_cast<double>(pieces))))};
}

struct Work {
  void (*run)(const void* body, int unit, int thread);
  const void* body;
  int units;
  int threads;
};

// Runs all units of a fork; one fork at a time.
void fork(const Work& work);

// body(unit, thread), 0 ≤ thread < threads: the result of threads_for.
template <class Body>
void for_each(int threads, int units, const Body& body) {
  if (threads == 1 || units < 2) {
    for (int unit = 0; unit < units; ++unit) body(unit, 0);
    return;
  }
  const auto run = [](const void* of, int unit, int thread) { (*static_cast<const Body*>(of))(unit, thread); };
  fork({run, &body, units, threads});
}

// Nothing is shared while it exists: for work that allocates, or that keeps state between units.
class SingleThread {
 public:
  explicit SingleThread(bool wanted);
  SingleThread(const SingleThread&) = delete;
  SingleThread& operator=(const SingleThread&) = delete;
  ~SingleThread();

 private:
  bool before_;
};

// A flag that any unit sets and all read.
class Flag {
 public:
  void set() { set_.store(true, std::memory_order_relaxed); }
  bool is_set() const { return set_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> set_{false};
};

// The values that units add to: with several threads a copy of them, so that units read nothing that they write.
class InputCopy {
 public:
  // Null without `from`. Without room for the copy there is one thread.
  const float* of(const float* from, std::size_t count, int& threads) {
    if (from == nullptr || threads == 1) return from;
    if (!copy_.copy_from({from, count}).ok()) {
      threads = 1;
      return from;
    }
    return copy_.data();
  }

 private:
  Buffer<float> copy_;
};

#else

constexpr int threads_for(double /*work*/) { return 1; }

// Without threads all pieces are one unit.
struct Division {
  int pieces;

  static constexpr int units() { return 1; }
  static constexpr int first(int /*unit*/) { return 0; }
  int last(int /*unit*/) const { return pieces; }
};

constexpr Division divide(int /*threads*/, int pieces, double /*work_of_piece*/, int /*least*/ = 1) { return {pieces}; }

template <class Body>
void for_each(int /*threads*/, int units, const Body& body) {
  for (int unit = 0; unit < units; ++unit) body(unit, 0);
}

struct SingleThread {
  explicit SingleThread(bool /*wanted*/) {}
};

class Flag {
 public:
  void set() { set_ = true; }
  bool is_set() const { return set_; }

 private:
  bool set_ = false;
};

struct InputCopy {
  static const float* of(const float* from, std::size_t /*count*/, int& /*threads*/) { return from; }
};

#endif

}  // namespace whereformer::parallel
