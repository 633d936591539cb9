#include "attention/rows/ledger.hpp"

#include <limits>

#include "core/shape.hpp"
#include "simd/transform.hpp"

namespace whereformer {
namespace {

double& of(Term term, double (&terms)[kTerms]) { return terms[static_cast<int>(term)]; }

}  // namespace

Status LedgerInput::prepare(const PositionStack& stack, int head_dim, const Side& query, const Side& key) {
  rows_.head_dim = head_dim;
  TRY(query_.copy_from(query.rows));
  TRY(key_.copy_from(key.rows));
  rows_.query = rows_of(query_, query);
  rows_.key = rows_of(key_, key);
  if (query.projection.empty() && key.projection.empty()) return {};
  TRY(project(stack, query, query_share_));
  TRY(project(stack, key, key_share_));
  rows_.query_position = rows_of(query_share_, query);
  rows_.key_position = rows_of(key_share_, key);
  return {};
}

HeadRows<const float> LedgerInput::rows_of(const Buffer<float>& data, const Side& side) const {
  const int tokens = static_cast<int>(side.positions.size());
  return HeadRows<const float>::contiguous(data.data(), side.heads, tokens, rows_.head_dim);
}

// W · code of each position: [heads, tokens, headDim].
Status LedgerInput::project(const PositionStack& stack, const Side& side, Buffer<float>& to) const {
  const std::size_t rows = element_count(side.heads, rows_.head_dim);
  const std::size_t tokens = side.positions.size();
  const std::size_t d_model = rows == 0 ? 0 : side.projection.size() / rows;
  const auto width = static_cast<std::size_t>(rows_.head_dim);
  Buffer<float> code;
  TRY(code.allocate(d_model));
  TRY(to.allocate_unset(element_count(rows, tokens)));
  for (std::size_t t = 0; t < tokens; ++t) {
    std::fill_n(code.data(), d_model, 0.0F);
    stack.embed(code.span(), side.positions[t]);
    for (std::size_t row = 0; row < rows; ++row) {
      const float* weight = side.projection.data() + row * d_model;
      to[(row / width * tokens + t) * width + row % width] = simd::dot(weight, code.data(), static_cast<int>(d_model));
    }
  }
  return {};
}

void Ledger::enter(std::ptrdiff_t entry, int batch, int head, int query, int key, const PairScore& pair) const {
  const int kv_head = call_.kv_head(head);
  const auto share = [](const HeadRows<const float>& rows, int of_head, int token) {
    return rows.data == nullptr ? nullptr : rows.row(0, of_head, token);
  };
  Terms terms = {};
  split_product(rows_->query.row(batch, head, query), rows_->key.row(batch, kv_head, key),
                share(rows_->query_position, head, query), share(rows_->key_position, kv_head, key), pair.product,
                terms);
  split_bias(head, pair.at, terms);
  of(Term::content_position, terms) += (pair.query_term + pair.pair_term) * call_.scale;
  of(Term::position_content, terms) += pair.key_term * call_.scale;
  of(Term::softcap, terms) = pair.capped;
  of(Term::mask, terms) = pair.mask;
  write(entry, terms);
}

void Ledger::hide(std::ptrdiff_t entry) const {
  Terms terms = {};
  of(Term::mask, terms) = -std::numeric_limits<double>::infinity();
  write(entry, terms);
}

void Ledger::write(std::ptrdiff_t entry, const Terms& terms) const {
  const auto size = static_cast<std::ptrdiff_t>(element_count(call_.batch, call_.heads, call_.queries, call_.keys));
  for (int t = 0; t < kTerms; ++t) map_[t * size + entry] = static_cast<float>(terms[t]);
}

// q·k = content · content + content · position + position · content + position · position + what rotation changed.
void Ledger::split_product(const float* q, const float* k, const float* query_share, const float* key_share,
                           double product, Terms& terms) const {
  double all = 0;
  for (int c = 0; c < rows_->head_dim; ++c) {
    const double query_position = query_share == nullptr ? 0 : query_share[c];
    const double key_position = key_share == nullptr ? 0 : key_share[c];
    const double query_content = q[c] - query_position;
    const double key_content = k[c] - key_position;
    of(Term::content, terms) += query_content * key_content * call_.scale;
    of(Term::content_position, terms) += query_content * key_position * call_.scale;
    of(Term::position_content, terms) += query_position * key_content * call_.scale;
    of(Term::position_position, terms) += query_position * key_position * call_.scale;
    all += static_cast<double>(q[c]) * k[c];
  }
  if (stack_.has(kRotates)) of(Term::rotation, terms) = (product - all) * call_.scale;
}

// A position · position product is a term of its own, not part of the bias.
void Ledger::split_bias(int head, PairPositions at, Terms& terms) const {
  for (const auto& part : stack_.parts()) {
    const bool product = (part->hooks() & (kQueryVectors | kKeyVectors | kPositionProducts)) != 0;
    of(product ? Term::position_position : Term::bias, terms) += part->bias(head, at);
  }
}

}  // namespace whereformer
