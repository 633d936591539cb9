#include "attention/by_distance/distance_tables.hpp"

#include <numbers>

#include "core/shape.hpp"
#include "simd/row_products.hpp"
#include "simd/transform.hpp"

namespace whereformer {

Status DistanceTables::prepare(const PositionStack& stack, const AttentionCall& call, bool with_bias) {
  stack_ = &stack;
  width_ = call.head_dim;
  value_dim_ = call.value_dim;
  range_.find(call, stack.saturation_distance());
  if (!dense()) return {};
  // an odd number of cache lines, so that a column of keys does not fall into a few sets of the cache
  constexpr std::size_t kLine = 64 / sizeof(float);
  stride_ = ((static_cast<std::size_t>(range_.entries()) + simd::kTileWidth + kLine - 1) / kLine | 1U) * kLine;
  TRY(prepare_sinusoids());
  const auto make = [&](Buffer<float>& table, bool wanted, int width) {
    return table.allocate(wanted ? element_count(stride_, width) : 0);
  };
  TRY(make(bias_, with_bias, 1));
  TRY(make(base2_bias_, with_bias, 1));
  TRY(make(query_rows_, stack.has(kQueryVectors), width_));
  TRY(make(key_columns_, sinusoidal_ == nullptr && stack.has(kKeyVectors), width_));
  TRY(make(value_rows_, stack.has(kValueVectors), value_dim_));
  return vector_.allocate(std::max(width_, value_dim_));
}

// Use the sinusoid path only if no other encoding adds vectors.
Status DistanceTables::prepare_sinusoids() {
  sinusoidal_ = nullptr;
  int parts = 0;
  for (const auto& part : stack_->parts()) {
    if ((part->hooks() & (kQueryVectors | kKeyVectors)) == 0) continue;
    sinusoidal_ = part.get();
    ++parts;
  }
  if (parts == 1) sinusoids_ = sinusoidal_->sinusoids();
  if (parts != 1 || sinusoids_.frequencies.empty() || sinusoids_.width != width_) sinusoidal_ = nullptr;
  if (sinusoidal_ == nullptr) return {};
  return projected_.prepare(sinusoids_, width_, range_.least(), range_.entries());
}

void DistanceTables::fill(int head) {
  has_query_rows_ = has_key_columns_ = has_value_rows_ = false;
  if (sinusoidal_ != nullptr) fill_sinusoids(head);
  double bias = 0;
  for (int e = 0; e < range_.entries(); ++e) {
    if (!bias_.empty()) {
      if (!range_.repeats(e)) bias = bias_of(head, e);
      bias_[e] = static_cast<float>(bias);
      base2_bias_[e] = static_cast<float>(bias * std::numbers::log2e);
    }
    fill_vectors(head, e);
  }
  has_query_rows_ |= sinusoidal_ != nullptr;
}

void DistanceTables::fill_sinusoids(int head) {
  key_vector_ = {sinusoids_.key_vector + head * width_, 1};
  projected_.fill(head);
  for (int e = 0; e < range_.entries(); ++e) projected_.write(range_.least() + e, query_rows_.data() + e * width_);
  if (bias_.empty()) return;
  const simd::Rows rows{query_rows_.data(), width_, range_.entries(), width_};
  simd::dot_rows(sinusoids_.bias_query + head * width_, rows, static_cast<float>(sinusoids_.scale), bias_.data());
}

double DistanceTables::bias_of(int head, int entry) const {
  double bias = sinusoidal_ == nullptr ? 0 : bias_[entry];  // of sinusoids
  const PairPositions at(range_.least() + entry, 0);
  for (const auto& part : stack_->parts()) bias += part.get() == sinusoidal_ ? 0 : part->bias(head, at);
  return bias;
}

void DistanceTables::fill_vectors(int head, int entry) {
  const auto width = static_cast<std::size_t>(width_);
  const auto value_width = static_cast<std::size_t>(value_dim_);
  if (sinusoidal_ == nullptr) {
    has_query_rows_ |= write(Side::query, head, entry, query_rows_, {width, 1, width});
  }
  has_key_columns_ |= write(Side::key, head, entry, key_columns_, {1, stride_, width});
  has_value_rows_ |= write(Side::value, head, entry, value_rows_, {value_width, 1, value_width});
}

bool DistanceTables::write(Side side, int head, int entry, Buffer<float>& to, Place place) {
  bool any = false;
  if (to.empty()) return any;
  const std::size_t first = entry * place.entry_step;
  if (range_.repeats(entry)) {
    for (std::size_t c = 0; c < place.width; ++c)
      to[first + c * place.step] = to[first - place.entry_step + c * place.step];
    return any;
  }
  const std::span<double> out = vector_.span().first(place.width);
  std::fill(out.begin(), out.end(), 0.0);
  for (const auto& part : stack_->parts()) part->distance_vector(side, head, -(range_.least() + entry), out);
  for (std::size_t c = 0; c < place.width; ++c) {
    to[first + c * place.step] = static_cast<float>(out[c]);
    any = any || out[c] != 0;
  }
  return any;
}

float DistanceTables::query_term(int entry, const float* q) const {
  if (query_rows_.empty()) return 0;
  return simd::dot(q, query_rows(entry).data, width_);
}

float DistanceTables::key_term(int entry, const float* k) const {
  const KeyVector vector = key_columns_.empty() ? key_vector_ : key_column(entry);
  float sum = 0;
  for (int c = 0; c < width_ && vector.data != nullptr; ++c) sum += k[c] * vector.data[c * vector.stride];
  return sum;
}

void DistanceTables::add_value(int entry, double p, std::span<double> out) const {
  if (value_rows_.empty()) return;
  const float* row = value_rows(entry);
  for (std::size_t c = 0; c < out.size(); ++c) out[c] += p * row[c];
}

}  // namespace whereformer
