// Random weights to begin with, the same on every machine.
#pragma once

#include "model/spec.hpp"
#include "train/parameters.hpp"

namespace whereformer::train {

// gpt2: normal, σ = 0.02, output projections of the sublayers divided by √(2 · layers) (Radford et al. 2019, section 2.3).
// llama: normal, σ = 0.02 (transformers' initializer_range). Biases are 0, weights of norms 1.
enum class Init { gpt2, llama };
inline constexpr const char* kInits[] = {"gpt2", "llama"};

void set_initial_weights(Init init, const ModelSpec& spec, std::uint64_t seed, std::span<Parameter> parameters);

}  // namespace whereformer::train
