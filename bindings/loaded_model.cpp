#include "bindings/loaded_model.hpp"

#include <algorithm>

namespace whereformer::bindings {
namespace {

Status read_stacks(const Request& request, const char* stacks, const char* of, LayerPositions& to) {
  const Request list = request.inside(stacks);
  Buffer<int> entry_of;
  Status status = request.copy(of, entry_of);
  for (std::size_t i = 0; status.ok() && i < request.length(stacks); ++i) {
    status = read_position(list.item(i), to.add());
  }
  to.use(std::vector<int>(entry_of.span().begin(), entry_of.span().end()));
  return status;
}

}  // namespace

Status ModelPositions::read(const Request& request) {
  layers = {};
  encoder = {};
  return then(read_stacks(request, "stacks", "stackOf", layers),
              [&] { return read_stacks(request, "encoderStacks", "encoderStackOf", encoder); });
}

Status consecutive(int first, std::size_t count, Buffer<float>& positions) {
  const Status status = positions.allocate_unset(count);
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<float>(first) + static_cast<float>(i);
  return status;
}

Status Text::read_named(const Request& request, const char* ids_name, const char* positions_name,
                        const char* mask_name) {
  Status status = request.copy(ids_name, ids);
  if (status.ok() && ids.empty()) return shape_error("inputIds", 0, "at least one token");
  status = then(status, [&] { return request.copy(positions_name, positions); });
  if (status.ok() && positions.empty()) status = consecutive(0, ids.size(), positions);
  return then(status, [&] { return read_mask(request, mask_name, 1, "one entry per token"); });
}

Status Text::read(const Request& request) {
  Status status = read_named(request, "ids", "positions", "keyMask");
  targets = std::max(request.integer("targets"), 0);
  status = then(status, [&] { return request.copy("tokenTypes", token_types); });
  status = then(status, [&] { return request.copy("taskTypes", task_types); });
  if (!status.ok() || request.length("pairMask") == 0) return status;
  mask_stride = static_cast<std::ptrdiff_t>(ids.size());
  return read_mask(request, "pairMask", ids.size() + static_cast<std::size_t>(targets), "an entry for each pair");
}

Status Text::read_encoder(const Request& request) {
  return read_named(request, "encoderIds", "encoderPositions", "encoderMask");
}

Status Text::read_mask(const Request& request, const char* name, std::size_t rows, const char* wanted) {
  const std::size_t flags = request.length(name);
  if (flags == 0) return {};
  if (flags != rows * ids.size()) return shape_error("attentionMask", static_cast<double>(flags), wanted);
  const Status status = mask.allocate_unset(flags);
  if (status.ok() && !request.copy_mask(name, mask.data())) {
    return value_error("attentionMask", kAbsent, "1 to attend, 0 to hide");
  }
  return status;
}

Reading Text::reading() const {
  const MaskBias hidden = mask.empty() ? MaskBias{} : MaskBias{mask.data(), 0, 0, mask_stride};
  return {ids.span(), token_types.span(), task_types.span(), positions.span(), hidden, targets};
}

Status EncodedText::read(const Request& request, const ModelSpec& spec) {
  return spec.has_encoder() ? text_.read_encoder(request) : Status{};
}

Status EncodedText::encode(const Transformer& transformer, ModelPositions& positions, const Capture& capture) {
  const ModelSpec& spec = transformer.spec();
  if (!spec.has_encoder()) return {};
  return then(positions.prepare_encoder(spec, text_.length()),
              [&] { return transformer.encode(text_.reading(), positions.encoder, capture, memory_); });
}

}  // namespace whereformer::bindings
