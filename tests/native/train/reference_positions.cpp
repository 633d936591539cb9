#include "train/reference_positions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "train/reference_cope.hpp"

namespace whereformer::reference {
namespace {

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// to += factor · from, which may be empty
void add(double factor, std::span<const double> from, std::span<double> to) {
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += factor * from[i];
}

std::vector<double> times(double factor, std::span<const double> row) {
  std::vector<double> scaled(row.size());
  add(factor, row, scaled);
  return scaled;
}

std::vector<double> sum_of(std::span<const double> a, std::span<const double> b) {
  std::vector<double> both(a.begin(), a.end());
  add(1, b, both);
  return both;
}

unsigned hook_of(Side side) {
  if (side == Side::value) return kValueVectors;
  return side == Side::query ? kQueryVectors : kKeyVectors;
}

// What all parts give for this distance, added up.
std::vector<double> distance_vector(const PositionStack& stack, Side side, int head, double distance, int width) {
  std::vector<double> all(static_cast<std::size_t>(width));
  for (const auto& part : stack.parts()) {
    std::vector<double> own(all.size());
    part->distance_vector(side, head, distance, own);
    add(1, own, all);
  }
  return all;
}

// The rotation of one row: by a position and, for parts that use it, by the token's own.
struct Turn {
  const PositionStack& stack;
  double position;
  double own;
  int head;
  Side side;

  void apply(std::span<double> row) const {
    stack.rotate(row, static_cast<int>(row.size()), position, head, side, own);
  }

  // Rᵀ dy, the matrix R column by column.
  void apply_transposed(std::span<const double> dy, std::span<double> dx) const {
    for (std::size_t c = 0; c < dx.size(); ++c) {
      std::vector<double> column(dx.size());
      column[c] = 1;
      apply(column);
      dx[c] += dot(column, dy);
    }
  }
};

// How the row of `token` is rotated when it meets token `other`.
Turn turn_of(const Tokens& tokens, int sequence, int token, int other, int head, Side side) {
  const double own = tokens.position(sequence, token);
  const bool asks = side == Side::query;
  const PairPositions at = asks ? tokens.pair(sequence, token, other) : tokens.pair(sequence, other, token);
  const double position = side == Side::value ? own : (asks ? at.query : at.key);
  return {tokens.stack, position, own, head, side};
}

// visit(turn, row of x, row of the result, first channel)
template <class Visit>
void for_turns(const Tokens& tokens, const Heads& heads, Side side, int per_token, Visit&& visit) {
  for (int row = 0; row < tokens.rows(); ++row) {
    const int token = row % tokens.length;
    for (int other = 0; other < per_token; ++other) {
      for (int h = 0; h < heads.count; ++h) {
        const int partner = per_token == 1 ? token : other;
        visit(turn_of(tokens, row / tokens.length, token, partner, h * heads.group, side), row, row * per_token + other,
              h * heads.width);
      }
    }
  }
}

// One head of one sequence.
class HeadAttention {
 public:
  struct Nodes {
    Node* query;
    Node* key;
    Node* value;
    Node* output;
    Node* sinks;  // null = none
  };

  HeadAttention(const Nodes& nodes, const Tokens& tokens, const AttentionShape& shape, int sequence, int head)
      : nodes_(nodes), tokens_(tokens), shape_(shape), sequence_(sequence), head_(head) {}

  void forward() {
    for (int i = 0; i < tokens_.length; ++i) {
      weigh(i);
      for (int j = 0; j < tokens_.length; ++j) {
        if (sees(i, j)) add(weight(i, j), valued(i, j), part(*nodes_.output, i, 0, false));
      }
    }
  }

  void backward() const {
    for (int i = 0; i < tokens_.length; ++i) {
      const std::span<const double> d_output = gradient(*nodes_.output, i, 0, false);
      double mean = 0;  // Σ P dP
      for (int j = 0; j < tokens_.length; ++j) {
        if (sees(i, j)) mean += weight(i, j) * dot(d_output, valued(i, j));
      }
      if (nodes_.sinks != nullptr) {
        nodes_.sinks->gradient[static_cast<std::size_t>(head_)] -= sink_weights_[static_cast<std::size_t>(i)] * mean;
      }
      std::vector<double> d_content(static_cast<std::size_t>(tokens_.length));
      for (int j = 0; j < tokens_.length; ++j) {
        if (!sees(i, j)) continue;
        value_backward(i, j, d_output);
        d_content[static_cast<std::size_t>(j)] =
            score_backward(i, j, weight(i, j) * (dot(d_output, valued(i, j)) - mean));
      }
      if (tokens_.stack.has(kContentByRow)) content_backward(i, d_content);
    }
  }

 private:
  bool sees(int i, int j) const { return (!shape_.causal || j <= i) && tokens_.stack.visible(i, j); }

  // Rows of `node` that token `token` shows to token `other`.
  int row_of(const Node& node, int token, int other) const {
    const int row = sequence_ * tokens_.length + token;
    return node.rows == tokens_.rows() ? row : row * tokens_.length + other;
  }
  int first_channel(bool shared) const {
    const int head = shared ? head_ / (shape_.heads / shape_.kv_heads) : head_;
    return head * shape_.head_dim;
  }
  std::span<double> part(Node& node, int token, int other, bool shared) const {
    return node.part(row_of(node, token, other), first_channel(shared), shape_.head_dim);
  }
  std::span<double> gradient(Node& node, int token, int other, bool shared) const {
    return node.gradient_part(row_of(node, token, other), first_channel(shared), shape_.head_dim);
  }
  std::span<double> query(int i, int j) const { return part(*nodes_.query, i, j, false); }
  std::span<double> key(int i, int j) const { return part(*nodes_.key, j, i, true); }

  // Empty without such a hook.
  std::vector<double> vector_of(Side side, int i, int j) const {
    if (!tokens_.stack.has(hook_of(side))) return {};
    const double distance = tokens_.pair(sequence_, i, j).distance();
    return distance_vector(tokens_.stack, side, head_, distance, shape_.head_dim);
  }
  // v_j and the value vector of the pair.
  std::vector<double> valued(int i, int j) const {
    return sum_of(part(*nodes_.value, j, i, true), vector_of(Side::value, i, j));
  }

  // What content by row reads; token i sees itself as query(i, i).
  ContentRow content_row(int i) const {
    const std::span<const double> q = query(i, i);
    ContentRow row{{q.begin(), q.end()}, {}, {}};
    for (int j = 0; j < tokens_.length; ++j) {
      row.products.push_back(sees(i, j) ? dot(q, key(i, j)) : 0);
      row.seen.push_back(sees(i, j) ? 1 : 0);
    }
    return row;
  }
  void content_backward(int i, const std::vector<double>& d_content) const {
    const ContentRow row = content_row(i);
    ContentGradients to;
    row_content_backward(tokens_.stack, row, shape_.scale, d_content, to);
    add(1, to.q, gradient(*nodes_.query, i, i, false));
    for (int j = 0; j < tokens_.length; ++j) {
      const double d = to.products[static_cast<std::size_t>(j)];
      add(d, key(i, j), gradient(*nodes_.query, i, i, false));
      add(d, query(i, i), gradient(*nodes_.key, j, i, true));
    }
    if (tokens_.sink == nullptr) return;
    tokens_.sink->content_row({head_, row.q, row.products, row.seen, d_content, to.q, to.products});
  }

  // The scaled score before its cap.
  double uncapped(int i, int j) const {
    double score = dot(query(i, j), key(i, j));
    if (tokens_.stack.has(kQueryVectors)) score += dot(query(i, j), vector_of(Side::query, i, j));
    if (tokens_.stack.has(kKeyVectors)) score += dot(key(i, j), vector_of(Side::key, i, j));
    if (tokens_.stack.has(kContentByRow)) score += content_[place(i, j)];
    return score * shape_.scale;
  }
  double score(int i, int j) const {
    const double cap = tokens_.stack.cap();
    const double score = uncapped(i, j);
    return (cap > 0 ? cap * std::tanh(score / cap) : score) + tokens_.stack.bias(head_, tokens_.pair(sequence_, i, j));
  }
  double cap_slope(int i, int j) const {
    const double cap = tokens_.stack.cap();
    const double t = cap > 0 ? std::tanh(uncapped(i, j) / cap) : 0;
    return 1 - t * t;
  }

  std::size_t place(int i, int j) const { return static_cast<std::size_t>(i * tokens_.length + j); }
  double weight(int i, int j) const { return weights_[place(i, j)]; }

  // Softmax of the scores of one query.
  void weigh(int i) {
    constexpr double kHidden = -std::numeric_limits<double>::infinity();
    if (tokens_.stack.has(kContentByRow)) {
      for (const double c : row_content(tokens_.stack, content_row(i), shape_.scale)) content_.push_back(c);
    }
    std::vector<double> row;
    for (int j = 0; j < tokens_.length; ++j) row.push_back(sees(i, j) ? score(i, j) : kHidden);
    row.push_back(nodes_.sinks == nullptr ? kHidden : nodes_.sinks->value[static_cast<std::size_t>(head_)]);
    const double most = *std::max_element(row.begin(), row.end());
    double total = 0;
    for (double& s : row) total += s = s == kHidden ? 0 : std::exp(s - most);
    for (double& s : row) s = total == 0 ? 0 : s / total;
    weights_.insert(weights_.end(), row.begin(), row.end() - 1);
    sink_weights_.push_back(row.back());
  }

  void value_backward(int i, int j, std::span<const double> d_output) const {
    add(weight(i, j), d_output, gradient(*nodes_.value, j, i, true));
    tell(Side::value, i, j, times(weight(i, j), d_output));
  }

  // `d_score` is the gradient of the score that enters the softmax. Returns that of q·k and of what is added to it.
  double score_backward(int i, int j, double d_score) const {
    if (tokens_.sink != nullptr && tokens_.stack.has(kBiases)) {
      tokens_.sink->bias(head_, tokens_.pair(sequence_, i, j), d_score);
    }
    const double d_product = d_score * cap_slope(i, j) * shape_.scale;
    add(d_product, sum_of(key(i, j), vector_of(Side::query, i, j)), gradient(*nodes_.query, i, j, false));
    add(d_product, sum_of(query(i, j), vector_of(Side::key, i, j)), gradient(*nodes_.key, j, i, true));
    tell(Side::query, i, j, times(d_product, query(i, j)));
    tell(Side::key, i, j, times(d_product, key(i, j)));
    return d_product;
  }

  void tell(Side side, int i, int j, const std::vector<double>& vector) const {
    if (tokens_.sink == nullptr || !tokens_.stack.has(hook_of(side))) return;
    tokens_.sink->vector(side, head_, tokens_.pair(sequence_, i, j).distance(), vector);
  }

  Nodes nodes_;
  const Tokens& tokens_;
  AttentionShape shape_;
  int sequence_;
  int head_;
  std::vector<double> weights_;       // [length, length]
  std::vector<double> content_;       // [length, length], of content by row
  std::vector<double> sink_weights_;  // [length]
};

}  // namespace

Node& embed(Tape& tape, Node& x, const Tokens& tokens) {
  if (!tokens.stack.has(kEmbeds)) return x;
  Node& y = tape.make(x.rows, x.columns);
  for (int r = 0; r < x.rows; ++r) {
    // every encoding that embeds adds, whatever the row is; a stack computes it in float only
    std::vector<float> added(static_cast<std::size_t>(x.columns));
    tokens.stack.embed(added, tokens.positions[static_cast<std::size_t>(r)]);
    for (std::size_t c = 0; c < added.size(); ++c) y.row(r)[c] = x.row(r)[c] + added[c];
  }
  tape.record([&x, &y, &tokens] {
    for (int r = 0; r < x.rows; ++r) {
      add(1, y.gradient_row(r), x.gradient_row(r));
      if (tokens.sink == nullptr) continue;
      tokens.sink->embed(tokens.positions[static_cast<std::size_t>(r)], y.gradient_row(r));
    }
  });
  return y;
}

Node& rotate(Tape& tape, Node& x, const Tokens& tokens, const Heads& heads, Side side) {
  if (!tokens.stack.has(side == Side::value ? kRotatesValues : kRotates)) return x;
  const bool by_pair = tokens.stack.has(kSetsDistance) && side != Side::value;
  const int per_token = by_pair ? tokens.length : 1;
  Node& y = tape.make(x.rows * per_token, x.columns);
  for_turns(tokens, heads, side, per_token, [&](const Turn& turn, int from, int to, int first) {
    const auto row = y.part(to, first, heads.width);
    add(1, x.part(from, first, heads.width), row);
    turn.apply(row);
  });
  tape.record([=, &x, &y, &tokens] {
    for_turns(tokens, heads, side, per_token, [&](const Turn& turn, int from, int to, int first) {
      turn.apply_transposed(y.gradient_part(to, first, heads.width), x.gradient_part(from, first, heads.width));
    });
  });
  return y;
}

Node& attend(Tape& tape, Node& query, Node& key, Node& value, Node* sinks, const Tokens& tokens,
             const AttentionShape& shape) {
  Node& output = tape.make(tokens.rows(), shape.heads * shape.head_dim);
  for (int sequence = 0; sequence < tokens.sequences; ++sequence) {
    for (int head = 0; head < shape.heads; ++head) {
      HeadAttention one({&query, &key, &value, &output, sinks}, tokens, shape, sequence, head);
      one.forward();
      tape.record([one] { one.backward(); });
    }
  }
  return output;
}

}  // namespace whereformer::reference
