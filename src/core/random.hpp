// Seeded random numbers, the same on every machine.
// PCG32 (O'Neill 2014, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms").
#pragma once

#include <cstdint>

namespace whereformer {

class Random {
 public:
  explicit Random(std::uint64_t seed) {
    next();
    state_ += seed;
    next();
  }

  std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005ULL + 1442695040888963407ULL;
    const auto shifted = static_cast<std::uint32_t>(((old >> 18U) ^ old) >> 27U);
    const auto turn = static_cast<std::uint32_t>(old >> 59U);
    return (shifted >> turn) | (shifted << ((32U - turn) & 31U));
  }

  // The next number in [0, 1).
  double uniform() { return next() * 0x1p-32; }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace whereformer
