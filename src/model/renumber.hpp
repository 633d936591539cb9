// Other positions for tokens that a cache holds already.
#pragma once

#include "attention/kv_cache.hpp"
#include "model/layer_positions.hpp"

namespace whereformer {

// Adds `by` to the positions of the cached tokens from index `first` on. Keys, and values where those are rotated, are turned by the
// difference. Refused where positions enter what the cache holds in another way; a refusal changes nothing. `positions` are prepared.
Status renumber(KvCache& cache, const LayerPositions& positions, const StackSpec& spec, int first, float by);

}  // namespace whereformer
