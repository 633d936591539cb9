// Stacks of the positions of layers, and which of them each layer uses.
#pragma once

#include <catch_amalgamated.hpp>
#include <vector>

#include "model/layer_positions.hpp"

namespace whereformer {

inline PositionStack& add_stack(LayerPositions& positions) {
  PositionStack* added = nullptr;
  REQUIRE(positions.add(added).ok());
  return *added;
}

inline void use(LayerPositions& positions, const std::vector<int>& entry_of) {
  Buffer<int> copy;
  REQUIRE(copy.copy_from(entry_of).ok());
  positions.use(std::move(copy));
}

}  // namespace whereformer
