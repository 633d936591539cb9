// The general path of attention backwards, one query at a time: every hook that can be trained, at any positions. Content by row needs
// `learned`.
#pragma once

#include "position/stack.hpp"
#include "train/attention_gradients.hpp"
#include "train/position_gradients.hpp"

namespace whereformer::train {

Status attend_rows_backward(const AttentionCall& call, const PositionStack& stack, const AttentionGradients& to,
                            PositionGradients* learned);

}  // namespace whereformer::train
