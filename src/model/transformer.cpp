#include "model/transformer.hpp"

namespace whereformer {
namespace {

// Limit of WebAssembly memory. Weights that do not fit in any type are refused before any is loaded.
constexpr double kMostBytes = 2147483648.0;
constexpr double kLeastSize = 1.0625;  // bytes of a value in a matrix: one, and its share of a scale

class Loading final : public TensorVisitor {
 public:
  Loading(const TensorPiece& piece, std::span<std::size_t> filled) : piece_(piece), filled_(filled) {}

  void visit(const TensorSlot& slot) override {
    const std::size_t at = next_++;
    if (!status_.ok() || !is_name_of(piece_.name, scope, slot)) return;
    found_ = true;
    const auto unit = static_cast<std::size_t>(piece_.by_column ? slot.rows : slot.columns);
    const std::size_t values = piece_.size();
    if (piece_.first == 0) filled_[at] = 0;
    const bool whole = values % unit == 0 && values <= element_count(slot.rows, slot.columns) - filled_[at];
    if (!whole || piece_.first < 0 || element_count(piece_.first, unit) != filled_[at]) {
      status_ = shape_error("tensor", static_cast<double>(values), "as many values as the spec requires, in order");
      return;
    }
    status_ = load_piece(slot, piece_);
    if (status_.ok()) filled_[at] += values;
  }

  Status status() const {
    if (found_) return status_;
    return word_error("tensor", piece_.name.data(), "a tensor name of this model");
  }

 private:
  const TensorPiece& piece_;
  std::span<std::size_t> filled_;
  std::size_t next_ = 0;
  bool found_ = false;
  Status status_;
};

class Finding final : public TensorVisitor {
 public:
  explicit Finding(std::string_view name) : name_(name) {}

  void visit(const TensorSlot& slot) override {
    if (is_name_of(name_, scope, slot) && is_loaded(slot)) found = slot;
  }

  TensorSlot found{};

 private:
  std::string_view name_;
};

class CountMissing final : public TensorVisitor {
 public:
  explicit CountMissing(std::span<const std::size_t> filled) : filled_(filled) {}
  void visit(const TensorSlot& slot) override {
    bytes += static_cast<double>(slot.rows) * slot.columns * (slot.packed != nullptr ? kLeastSize : sizeof(float));
    missing += next < filled_.size() && filled_[next] == element_count(slot.rows, slot.columns) ? 0 : 1;
    ++next;
  }
  int missing = 0;
  double bytes = 0;  // of all tensors, loaded or not, at least
  std::size_t next = 0;

 private:
  std::span<const std::size_t> filled_;
};

}  // namespace

Status Transformer::build(const ModelSpec& spec) {
  TRY(spec.check());
  spec_ = spec;
  embedding_.shape(spec_);
  for (Norm* norm : {&embedding_norm_, &encoder_embedding_norm_}) {
    norm->shape(spec_.stack, spec_.embedding_size);
  }
  if (spec_.has_encoder()) TRY(encoder_.shape(spec_.encoder, spec_.d_model, false));
  TRY(layers_.shape(spec_.stack, spec_.d_model, spec_.has_encoder()));
  head_.shape(spec_, embedding_.tokens());
  CountMissing count(filled_.span());
  tensors(count);
  if (count.bytes > kMostBytes) return out_of_memory(count.bytes);
  return filled_.allocate(count.next);
}

void Transformer::tensors(TensorVisitor& visitor) {
  embedding_.tensors(visitor);
  if (spec_.embedding_norm) embedding_norm_.tensors("embeddingNorm", visitor);
  if (spec_.has_encoder()) {
    encoder_.tensors("encoder.", visitor);
    if (spec_.embedding_norm) encoder_embedding_norm_.tensors("embeddingNorm", visitor);
  }
  layers_.tensors("", visitor);
  head_.tensors(visitor);
}

Status Transformer::set_tensor(const TensorPiece& piece) {
  Loading loading(piece, filled_.span());
  tensors(loading);
  return loading.status();
}

Status Transformer::read_tensor(std::string_view name, Buffer<float>& values) {
  Finding finding(name);
  tensors(finding);
  TRY(values.allocate_unset(element_count(finding.found.rows, finding.found.columns)));
  read_slot(finding.found, values.span());
  return {};
}

Status Transformer::check_complete() {
  CountMissing count(filled_.span());
  tensors(count);
  return count.missing == 0 ? Status{} : value_error("weights", count.missing, "no missing tensors");
}

// Embeds and goes through the layers. The cache is not advanced.
Status Transformer::read(const Reading& reading, const LayerPositions& positions, bool encoding, KvCache& cache,
                         Memory* memory, const Capture& capture, Buffer<float>& x) const {
  const StackSpec& spec = encoding ? spec_.encoder : spec_.stack;
  const int tokens = reading.tokens();
  const int past = cache.length();
  TRY(embedding_.check(reading));
  if (tokens > cache.capacity() - past) {
    return value_error("inputIds", static_cast<double>(past) + tokens, "no more tokens than the cache holds");
  }
  const std::span<const float> keys = cache.positions_with(reading.positions.first(reading.ids.size()));
  GrowingArray<Placement> placements;
  TRY(placements.resize(positions.size()));
  TRY(x.allocate_unset(element_count(reading.rows(), spec_.d_model)));
  for (std::size_t i = 0; i < placements.size(); ++i) {
    TRY(placements[i].prepare(positions[i], spec, reading.positions, keys, past));
  }
  const std::size_t first = positions.index_of(0);
  const PositionStack& stack = positions[first].stack;
  const std::span<const float> remapped = placements[first].queries.span();
  TRY(encoding ? embedding_.apply_encoder(reading, stack, remapped, encoder_embedding_norm_, x.data())
               : embedding_.apply(reading, stack, remapped, embedding_norm_, x.data()));
  Pass pass{reading.rows(), tokens, placements.span(), &positions, reading.mask, &cache, nullptr, {}};
  if (memory != nullptr) {
    pass.memory = &memory->cache;
    pass.memory_mask = memory->mask;
  }
  return (encoding ? encoder_ : layers_).apply(pass, x.data(), capture);
}

Status Transformer::encode(const Reading& reading, const LayerPositions& positions, const Capture& capture,
                           Memory& memory) const {
  const int tokens = reading.tokens();
  KvCache own;
  Buffer<float> states;
  TRY(own.allocate(spec_.encoder.layers(), tokens, spec_.encoder.kv_heads, spec_.encoder.head_dim));
  TRY(read(reading, positions, true, own, nullptr, capture, states));
  const StackSpec& decoder = spec_.stack;
  TRY(memory.cache.allocate(decoder.layers(), tokens, decoder.kv_heads, decoder.head_dim));
  layers_.memorize(states.data(), tokens, memory.cache);
  memory.cache.positions_with(reading.positions);
  memory.cache.advance(tokens);
  memory.mask = reading.mask;
  return {};
}

Status Transformer::forward(const Reading& reading, const LayerPositions& positions, KvCache& cache, Memory* memory,
                            const Capture& capture, std::span<float> result) const {
  if (spec_.has_encoder() != (memory != nullptr)) {
    return value_error("encoderIds", kAbsent, "a text for the encoder, where there is one");
  }
  Buffer<float> x;
  TRY(read(reading, positions, false, cache, memory, capture, x));
  const int rows = static_cast<int>(result.size()) / spec_.result_width();
  float* last = x.data() + static_cast<std::ptrdiff_t>(reading.rows() - rows) * spec_.d_model;
  TRY(head_.apply(last, rows, result.data()));
  cache.advance(reading.tokens());
  return {};
}

}  // namespace whereformer
