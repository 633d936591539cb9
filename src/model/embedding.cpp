#include "model/embedding.hpp"

namespace whereformer {
namespace {

Status check_ids(const char* name, std::span<const int> ids, int count, const char* wanted) {
  for (const int id : ids) {
    if (id < 0 || id >= count) return value_error(name, id, wanted);
  }
  return {};
}

Status check_types(const char* name, std::span<const int> types, std::size_t tokens, int count) {
  if (types.empty()) return {};
  if (types.size() != tokens) return shape_error(name, static_cast<double>(types.size()), "one per token");
  return check_ids(name, types, count, "token types of this model");
}

}  // namespace

void Embedding::shape(const ModelSpec& spec) {
  spec_ = &spec;
  projection_.shape(spec.d_model, spec.embedding_size, true);
}

void Embedding::tensors(TensorVisitor& visitor) {
  visitor.scope = {};
  const int width = spec_->embedding_size;
  const auto table = [&](const char* name, int rows, int columns, Buffer<float>& to) {
    if (rows > 0) visitor.visit({name, "", rows, columns, &to, nullptr});
  };
  visitor.visit({"embedding", "", spec_->vocab, width, nullptr, &tokens_});
  if (spec_->encoder_embedding) {
    visitor.visit({"encoder.embedding", "", spec_->vocab, width, nullptr, &encoder_tokens_});
  }
  table("tokenTypes", spec_->token_types, width, token_types_);
  table("taskTypes", spec_->task_types, width, task_types_);
  table("maskEmbedding", spec_->query_stream ? spec_->d_model : 0, 1, mask_);
  if (spec_->embedding_projection) projection_.tensors("embeddingProjection", visitor);
}

Status Embedding::check(const Reading& reading) const {
  if (reading.positions.size() != static_cast<std::size_t>(reading.rows())) {
    return shape_error("positionIds", static_cast<double>(reading.positions.size()), "one position per token");
  }
  if (reading.targets < 0 || (reading.targets > 0 && !spec_->query_stream)) {
    return value_error("targetPositions", reading.targets, "a model with a query stream");
  }
  const std::size_t tokens = reading.ids.size();
  TRY(check_ids("inputIds", reading.ids, spec_->vocab, "token ids below the vocabulary size"));
  TRY(check_types("tokenTypeIds", reading.token_types, tokens, spec_->token_types));
  return check_types("taskTypeIds", reading.task_types, tokens, spec_->task_types);
}

// Tokens and their types, before embedded positions.
void Embedding::sum_up(const simd::PackedMatrix& tokens, const Reading& reading, std::size_t token,
                       std::span<float> row) const {
  const std::size_t width = row.size();
  tokens.read_row(reading.ids[token], row.data());
  for (float& x : row) x *= spec_->embedding_scale;
  const auto add = [&](const Buffer<float>& table, std::span<const int> types) {
    if (table.empty()) return;
    const float* from = table.data() + element_count(types.empty() ? 0 : types[token], width);
    for (std::size_t i = 0; i < width; ++i) row[i] += from[i];
  };
  add(token_types_, reading.token_types);
  add(task_types_, reading.task_types);
}

Status Embedding::apply(const simd::PackedMatrix& tokens, const Reading& reading, const PositionStack& stack,
                        std::span<const float> positions, const Norm& norm, float* x, Keeper keep) const {
  const auto width = static_cast<std::size_t>(spec_->embedding_size);
  const auto d_model = static_cast<std::size_t>(spec_->d_model);
  Buffer<float> narrow;
  if (spec_->embedding_projection) TRY(narrow.allocate_unset(element_count(reading.ids.size(), width)));
  float* rows = spec_->embedding_projection ? narrow.data() : x;
  for (std::size_t t = 0; t < reading.ids.size(); ++t) {
    const std::span<float> row(rows + t * width, width);
    sum_up(tokens, reading, t, row);
    stack.embed(row, positions[t]);
    if (spec_->embedding_norm) {
      keep(Kept::summed, row.data(), 1, spec_->embedding_size);
      norm.apply(row.data(), 1, row.data());
    }
    const bool hidden = reading.mask && reading.mask.data[t] < 0;
    if (spec_->masks_embeddings && hidden) std::fill(row.begin(), row.end(), 0.0F);
  }
  if (spec_->embedding_projection) {
    keep(Kept::narrow, rows, reading.tokens(), spec_->embedding_size);
    projection_.apply(rows, reading.tokens(), x);
  }
  for (int t = reading.tokens(); t < reading.rows(); ++t) {
    std::copy_n(mask_.data(), d_model, x + t * d_model);
  }
  return {};
}

}  // namespace whereformer
