// Mean cross-entropy of the counted targets, and its gradient.
#pragma once

#include <span>

#include "core/buffer.hpp"

namespace whereformer::train {

// The target of a token that is not counted, as in PyTorch.
inline constexpr int kIgnored = -100;

struct Loss {
  double sum = 0;  // Σ −ln p(target)
  int counted = 0;
  int right = 0;  // counted targets that are the arg max; of equal logits the first
};

// Adds the loss of each row of logits [targets, vocab].
void add_loss(const float* logits, std::span<const int> targets, int vocab, Loss& to);

// Adds to the loss; logits become factor · (softmax − one-hot of the target), rows that are not counted 0.
void loss_gradient(float* logits, std::span<const int> targets, int vocab, float factor, Loss& to);

int arg_max(const float* row, int count);

}  // namespace whereformer::train
