// Growing arrays: elements with constructors, and memory that does not suffice.
#include "core/growing_array.hpp"

#include <limits>
#include <memory>

#include "support.hpp"

using namespace whereformer;

namespace {

// Counts the elements that are alive.
struct Counted {
  explicit Counted(int n = 7) : number(std::make_unique<int>(n)) { ++alive; }
  Counted(Counted&& other) noexcept : number(std::move(other.number)) { ++alive; }
  ~Counted() { --alive; }

  std::unique_ptr<int> number;
  static inline int alive = 0;
};

}  // namespace

TEST_CASE("a growing array keeps its elements while it grows, and destroys each once") {
  {
    GrowingArray<Counted> array;
    for (int i = 0; i < 100; ++i) REQUIRE(array.add(Counted(i)).ok());
    REQUIRE(array.size() == 100);
    for (std::size_t i = 0; i < 100; ++i) CHECK(*array[i].number == static_cast<int>(i));
    CHECK(Counted::alive == 100);
    REQUIRE(array.resize(3).ok());
    CHECK(Counted::alive == 3);
    REQUIRE(array.resize(5).ok());
    CHECK(*array[2].number == 2);
    CHECK(*array.back().number == 7);
    GrowingArray<Counted> other = std::move(array);
    CHECK(array.empty());
    CHECK(other.size() == 5);
    other.clear();
    CHECK(Counted::alive == 0);
    REQUIRE(other.add(Counted(1)).ok());
  }
  CHECK(Counted::alive == 0);
}

TEST_CASE("a growing array refuses what cannot be had and keeps what it has") {
  GrowingArray<double> array;
  REQUIRE(array.add(0.5).ok());
  CHECK(array.resize(std::numeric_limits<std::size_t>::max()).code == Code::oom);       // bytes overflow size_t
  CHECK(array.resize(std::numeric_limits<std::size_t>::max() / 16).code == Code::oom);  // no such memory
  REQUIRE(array.size() == 1);
  CHECK(array[0] == 0.5);
}
