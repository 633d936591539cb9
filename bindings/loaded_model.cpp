#include "bindings/loaded_model.hpp"

#include <algorithm>

#include "bindings/object.hpp"

namespace whereformer::bindings {
namespace {

Status read_stacks(const Stacks& stacks, const Array<int>& of, LayerPositions& to) {
  const PlainObject list(stacks);
  const std::size_t length = field_length(stacks.object, stacks.name);
  Buffer<int> entry_of;
  TRY(of.copy(entry_of));
  for (std::size_t i = 0; i < length; ++i) {
    const PlainObject stack = list.item(i);
    PositionStack* added = nullptr;
    TRY(to.add(added));
    TRY(read_position({{stack.handle(), "position"}}, *added));
  }
  to.use(std::move(entry_of));
  return {};
}

// The mask of a target that is first in its permutation and sees no token: XLNet's original attends to all of them evenly, since what it
// adds to scores is finite and swallows them.
void attend_evenly(std::span<float> mask, std::size_t keys) {
  for (; !mask.empty(); mask = mask.subspan(keys)) {
    const std::span<float> row = mask.first(keys);
    if (std::ranges::all_of(row, [](float x) { return x < 0; })) std::ranges::fill(row, -1e30F);
  }
}

}  // namespace

Status ModelPositions::read(const PositionsRequest& request) {
  layers = {};
  encoder = {};
  TRY(read_stacks(request.stacks, request.stack_of, layers));
  return read_stacks(request.encoder_stacks, request.encoder_stack_of, encoder);
}

Status consecutive(int first, std::size_t count, Buffer<float>& positions) {
  TRY(positions.allocate_unset(count));
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<float>(first) + static_cast<float>(i);
  return {};
}

Status TokenText::read_tokens(const Array<int>& from, const Array<float>& at, const Flags& attended, int past) {
  TRY(from.copy(ids));
  if (ids.empty()) return shape_error("inputIds", 0, "at least one token");
  TRY(at.copy(positions));
  if (positions.empty()) TRY(consecutive(past, ids.size(), positions));
  const std::size_t keys = static_cast<std::size_t>(past) + ids.size();
  return read_mask(attended, keys, "one entry per token");
}

Status TokenText::read(const ForwardRequest& request, int past) {
  TRY(read_tokens(request.ids, request.positions, request.key_mask, past));
  targets = std::max(request.targets, 0);
  TRY(request.token_types.copy(token_types));
  TRY(request.task_types.copy(task_types));
  if (request.pair_mask.size() == 0) return {};
  mask_stride = static_cast<std::ptrdiff_t>(ids.size());
  const std::size_t pairs = (ids.size() + static_cast<std::size_t>(targets)) * ids.size();
  TRY(read_mask(request.pair_mask, pairs, "an entry for each pair"));
  attend_evenly(mask.span(), ids.size());
  return {};
}

Status TokenText::read_encoder(const ReadingRequest& request) {
  return read_tokens(request.encoder_ids, request.encoder_positions, request.encoder_mask, 0);
}

Status TokenText::read_mask(const Flags& from, std::size_t count, const char* wanted) {
  const std::size_t flags = from.size();
  if (flags == 0) return {};
  if (flags != count) return shape_error("attentionMask", static_cast<double>(flags), wanted);
  TRY(mask.allocate_unset(flags));
  if (!from.copy_mask(mask.data())) {
    return value_error("attentionMask", kAbsent, "1 to attend, 0 to hide");
  }
  return {};
}

Reading TokenText::reading() const {
  const MaskBias hidden = mask.empty() ? MaskBias{} : MaskBias{mask.data(), 0, 0, mask_stride};
  return {ids.span(), token_types.span(), task_types.span(), positions.span(), hidden, targets};
}

Status EncodedText::read(const ReadingRequest& request, const ModelSpec& spec) {
  return spec.has_encoder() ? text_.read_encoder(request) : Status{};
}

Status EncodedText::encode(const Transformer& transformer, ModelPositions& positions, const Capture& capture) {
  const ModelSpec& spec = transformer.spec();
  if (!spec.has_encoder()) return {};
  TRY(positions.prepare_encoder(spec, text_.length()));
  return transformer.encode(text_.reading(), positions.encoder, capture, memory_);
}

}  // namespace whereformer::bindings
