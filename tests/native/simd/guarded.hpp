// A row that starts 4 bytes off every vector's alignment, between guard values that must not be read or written.
#pragma once

#include <cmath>
#include <span>
#include <vector>

namespace whereformer::test {

class Guarded {
 public:
  explicit Guarded(std::span<const float> values) : all_(values.size() + 2, NAN) {
    std::copy(values.begin(), values.end(), all_.begin() + 1);
  }
  Guarded(std::size_t count, float value) : Guarded(std::vector<float>(count, value)) {}

  float* data() { return all_.data() + 1; }
  std::span<const float> values() const { return {all_.data() + 1, all_.size() - 2}; }

  // NaN that is read shows in results, NaN that is overwritten is gone.
  bool guards_stand() const { return std::isnan(all_.front()) && std::isnan(all_.back()); }

 private:
  std::vector<float> all_;
};

}  // namespace whereformer::test
