// What tests make stacks of. In the namespace of the core, as the types are; without memory a test ends.
#pragma once

#include <catch_amalgamated.hpp>
#include <span>
#include <vector>

#include "position/hooked.hpp"

namespace whereformer {

template <class E>
void put(PositionStack& stack, E encoding) {
  REQUIRE(stack.add(std::move(encoding)).ok());
}

// An encoding as it is by default.
template <class E>
E fresh() {
  return {};
}

inline Numbers numbers(const std::vector<double>& values) {
  Numbers copy;
  REQUIRE(copy.copy_from(values).ok());
  return copy;
}

// value(token) of each.
template <class Value>
Numbers numbers_of(int count, Value&& value) {
  std::vector<double> values;
  for (int t = 0; t < count; ++t) values.push_back(value(t));
  return numbers(values);
}

// The same of every element.
inline Numbers numbers(int count, double value) {
  return numbers(std::vector<double>(static_cast<std::size_t>(count), value));
}

}  // namespace whereformer
