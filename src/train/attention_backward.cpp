#include "train/attention_backward.hpp"

#include "train/attention_rows_backward.hpp"

namespace whereformer::train {

Status attend_backward(const AttentionCall& call, const PositionStack& stack, const AttentionGradients& to,
                       PositionGradients* learned) {
  if (stack.has(kByPair)) {
    return word_error("position", "content of each pair", "encodings whose scores are sums: others cannot be trained");
  }
  return attend_rows_backward(call, stack, to, learned);
}

}  // namespace whereformer::train
