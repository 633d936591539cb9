// Fork and join: every unit runs once, whichever threads there are, also when a helper is slow or has gone.
#include <latch>
#include <stdexcept>

#include "threads/team.hpp"

using namespace whereformer;
using whereformer::test::Team;

namespace {

constexpr double kEnough = 2 * parallel::kLeastFork;

// How often each unit ran, and the numbers of the threads that ran them.
struct Record {
  std::vector<std::atomic<int>> runs;
  std::vector<std::atomic<int>> by;

  explicit Record(int units, int threads)
      : runs(static_cast<std::size_t>(units)), by(static_cast<std::size_t>(threads)) {}

  void note(int unit, int thread) {
    ++runs.at(static_cast<std::size_t>(unit));
    ++by.at(static_cast<std::size_t>(thread));
  }
  bool each_once() const {
    return std::all_of(runs.begin(), runs.end(), [](const auto& count) { return count == 1; });
  }
};

class ShortTimeout {
 public:
  ShortTimeout() { parallel::helpers.timeout = 20; }
  ShortTimeout(const ShortTimeout&) = delete;
  ShortTimeout& operator=(const ShortTimeout&) = delete;
  ~ShortTimeout() { parallel::helpers.timeout = before_; }

 private:
  double before_ = parallel::helpers.timeout;
};

}  // namespace

TEST_CASE("a fork runs every unit once, with any number of threads") {
  const int threads = GENERATE(1, 2, 3);
  const int units = GENERATE(0, 1, 2, 3, 7, 61, 1000);
  const Team team(threads);
  CHECK(parallel::threads_for(kEnough) == threads);
  for (int again = 0; again < 20; ++again) {
    Record record(units, threads);
    parallel::for_each(threads, units, [&](int unit, int thread) { record.note(unit, thread); });
    REQUIRE(record.each_once());
  }
}

TEST_CASE("forks that follow each other at once or after a while see what the last one wrote") {
  const Team team(3);
  std::vector<int> values(64, 0);
  for (int round = 0; round < 3000; ++round) {
    if (round % 1000 == 999) std::this_thread::sleep_for(std::chrono::milliseconds(2));  // so that helpers sleep
    parallel::for_each(3, 64, [&](int unit, int) { values[static_cast<std::size_t>(unit)] += unit; });
  }
  for (int unit = 0; unit < 64; ++unit) REQUIRE(values[static_cast<std::size_t>(unit)] == 3000 * unit);
}

TEST_CASE("little work is not shared, nor is that of a unit, nor where one thread is wanted") {
  const Team team(2);
  CHECK(parallel::threads_for(parallel::kLeastFork / 2) == 1);
  {
    const parallel::SingleThread single(true);
    CHECK(parallel::threads_for(kEnough) == 1);
  }
  {
    const parallel::SingleThread single(false);
    CHECK(parallel::threads_for(kEnough) == 2);
  }
  std::atomic<int> inside{0};
  parallel::for_each(2, 8, [&](int, int) { inside += parallel::threads_for(kEnough); });
  CHECK(inside == 8);
  CHECK(parallel::threads_for(kEnough) == 2);
}

TEST_CASE("all threads come to a fork whose units wait for each other") {
  const Team team(3);
  std::latch all(3);
  Record record(3, 3);
  parallel::for_each(3, 3, [&](int unit, int thread) {
    record.note(unit, thread);
    all.arrive_and_wait();
  });
  CHECK(record.each_once());
  CHECK(std::all_of(record.by.begin(), record.by.end(), [](const auto& count) { return count == 1; }));
}

TEST_CASE("a helper that is slower than any limit is waited for, and touches nothing of the fork afterwards") {
  const ShortTimeout timeout;
  const Team team(3);
  std::atomic<int> inside{0};
  for (int again = 0; again < 3; ++again) {
    std::vector<int> input(40, 1);
    Record record(40, 3);
    std::atomic<bool> slow{false};
    parallel::for_each(3, 40, [&](int unit, int thread) {
      ++inside;
      if (thread > 0 && !slow.exchange(true)) std::this_thread::sleep_for(std::chrono::milliseconds(300));
      for (int i = 0; i < input.at(static_cast<std::size_t>(unit)); ++i) record.note(unit, thread);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      --inside;
    });
    REQUIRE(slow);
    REQUIRE(inside == 0);
    REQUIRE(record.each_once());
  }
  CHECK(parallel::helpers.live() == 3);
}

TEST_CASE("forks of other sizes and other numbers of threads, one after the other, take nothing from each other") {
  const Team team(3);
  for (int round = 0; round < 3000; ++round) {
    const int threads = 2 + round % 2;
    Record record(2 + round % 5, threads);
    parallel::for_each(threads, 2 + round % 5, [&](int unit, int thread) { record.note(unit, thread); });
    REQUIRE(record.each_once());
  }
}

TEST_CASE("the unit of a helper that has gone is run again, and the rest goes on without it") {
  std::atomic<int> gone{0};
  const Team team(3);
  Record record(40, 3);
  parallel::for_each(3, 40, [&](int unit, int thread) {
    if (thread > 0 && gone.fetch_add(1) == 0) throw std::runtime_error("as a trap of WebAssembly");
    record.note(unit, thread);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  CHECK(record.each_once());
  CHECK(gone > 0);
  CHECK(parallel::helpers.live() == 2);
  Record next(40, 3);
  parallel::for_each(parallel::helpers.threads(), 40, [&](int unit, int thread) { next.note(unit, thread); });
  CHECK(next.each_once());
}

TEST_CASE("all helpers may go at once, each in a unit") {
  const Team team(3);
  std::latch all(3);
  Record record(3, 3);
  parallel::for_each(3, 3, [&](int unit, int thread) {
    if (record.by.at(0) == 0) all.arrive_and_wait();
    if (thread > 0) throw std::runtime_error("as a trap of WebAssembly");
    record.note(unit, thread);
  });
  CHECK(record.each_once());
  CHECK(record.by.at(0) == 3);
  CHECK(parallel::helpers.live() == 1);
  CHECK(parallel::threads_for(kEnough) == 1);
}

TEST_CASE("a helper that has written a unit down and has not taken it is not waited for") {
  parallel::HelperState& helper = *parallel::helpers.add();  // stopped there, for as long as the test lasts
  helper.alive = parallel::HelperState::kAlive;
  helper.unit = 1;
  Record record(4, 2);
  parallel::for_each(2, 4, [&](int unit, int thread) { record.note(unit, thread); });
  CHECK(record.each_once());
  parallel::helpers.stop();
}

TEST_CASE("a helper that is told to go between forks takes nothing more") {
  const Team team(2);
  parallel::for_each(2, 40, [](int, int) {});
  team.state(1).alive = parallel::HelperState::kGone;
  Record record(400, 2);
  parallel::for_each(2, 400, [&](int unit, int thread) { record.note(unit, thread); });
  CHECK(record.each_once());
  CHECK(record.by.at(0) == 400);
  CHECK(parallel::helpers.live() == 1);
}

TEST_CASE("a helper that does not come to forks for long is not counted on until it comes") {
  const ShortTimeout timeout;
  parallel::HelperState& helper = *parallel::helpers.add();  // whose thread has not had its turn
  helper.alive = parallel::HelperState::kAlive;
  const auto fork = [] { parallel::for_each(2, 4, [](int, int) {}); };
  fork();
  CHECK(parallel::helpers.live() == 2);
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  fork();
  CHECK(parallel::helpers.live() == 1);
  CHECK(parallel::helpers.threads() == 1);
  ++helper.round;
  CHECK(parallel::helpers.live() == 2);
  CHECK(parallel::helpers.threads() == 2);
  fork();
  CHECK(parallel::helpers.live() == 2);
  parallel::helpers.stop();
}
