// Fork and join: every unit runs once, whichever threads there are, and also when a helper is lost.
#include <latch>

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

TEST_CASE("the unit of a helper that makes no progress is run again, and the rest goes on without it") {
  const double timeout = parallel::helpers.timeout;
  parallel::helpers.timeout = 40;
  {
    const Team team(3);
    std::latch test_ends(1);
    std::atomic<int> lost{0};
    Record record(40, 3);
    parallel::for_each(3, 40, [&](int unit, int thread) {
      if (thread > 0 && lost.fetch_add(1) == 0) return test_ends.wait();  // as a worker that was killed
      record.note(unit, thread);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
    CHECK(record.each_once());
    CHECK(lost > 0);
    CHECK(parallel::helpers.live() == 2);
    Record next(40, 3);
    parallel::for_each(parallel::helpers.threads(), 40, [&](int unit, int thread) { next.note(unit, thread); });
    CHECK(next.each_once());
    test_ends.count_down();
  }
  parallel::helpers.timeout = timeout;
}

TEST_CASE("a helper that is reported as lost is not waited for") {
  std::latch test_ends(1);
  {
    parallel::HelperState& helper = *parallel::helpers.add();
    helper.alive = 1;
    std::thread thread_of_helper([&] { parallel::helpers.help(helper); });
    Record record(2, 2);
    parallel::for_each(2, 2, [&](int unit, int thread) {
      if (thread == 1) {
        helper.alive = 0;  // as a page does when a worker has failed
        return test_ends.wait();
      }
      while (unit == 0 && helper.unit != 1) std::this_thread::yield();
      record.note(unit, thread);
    });
    CHECK(record.each_once());
    CHECK(parallel::helpers.live() == 1);
    test_ends.count_down();
    parallel::helpers.stop();
    thread_of_helper.join();
  }
}

TEST_CASE("a helper that slept through a fork for too long is no longer called") {
  const double timeout = parallel::helpers.timeout;
  parallel::helpers.timeout = 20;
  {
    parallel::HelperState& helper = *parallel::helpers.add();  // whose thread was killed in its sleep
    helper.alive = 1;
    const auto fork = [] { parallel::for_each(2, 4, [](int, int) {}); };
    fork();
    CHECK(parallel::helpers.live() == 2);
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    fork();
    CHECK(parallel::helpers.live() == 1);
    parallel::helpers.stop();
  }
  parallel::helpers.timeout = timeout;
}
