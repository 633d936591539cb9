#include "analysis/meter.hpp"

#include <cmath>

#include "attention/owned_call.hpp"
#include "core/random.hpp"
#include "core/shape.hpp"

namespace whereformer {
namespace {

constexpr int kProbes = 5;
constexpr int kColumns = 16;       // floats of a line of the cache
constexpr double kNothing = 1e-6;  // float32 scores of size 1: smaller differences are rounding
constexpr double kChange = 1e-4;   // the same where sums and rotations of float32 are compared
// Findings within this ratio count as equal; the smaller positions are reported.
constexpr double kTie = 1.0001;
constexpr double kTieOfSquares = 1.003;

// a − b of scores that may both be hidden.
double difference_of(double a, double b) { return a == b ? 0 : a - b; }

class Meter {
 public:
  Meter(PositionStack& stack, const MeterRequest& request, Properties& found)
      : stack_(stack), r_(request), found_(found) {}

  Status run() {
    const auto within = [](const char* name, int n, int least, int most) {
      return n >= least && n <= most ? Status{} : value_error(name, n, "a number within its range");
    };
    TRY(within("heads", r_.heads, 1, 1 << 10));
    TRY(within("dim", r_.head_dim, 1, 1 << 12));
    TRY(within("length", r_.length, 2, 1 << 11));
    TRY(within("trainLength", r_.trained, 1, r_.length));
    TRY(find_end());
    TRY(score());
    TRY(tabulate_effects());
    TRY(found_.decay.allocate(length()));
    find_uniqueness();
    find_decay();
    find_leaving();
    TRY(find_relativity());
    return find_bound();
  }

 private:
  std::size_t length() const { return static_cast<std::size_t>(r_.length); }
  float score_at(int series, int query, int key) const { return scores_[(series * length() + query) * length() + key]; }
  int series() const { return kProbes * r_.heads; }

  // Clamps the length to the rows of the shortest table.
  Status find_end() {
    Geometry geometry{r_.heads, r_.head_dim, r_.head_dim, static_cast<double>(r_.length), 1, r_.head_dim};
    geometry.scale = stack_.dot_scale(geometry);
    Status status = stack_.prepare(geometry);
    found_.length = 0;
    while (status.ok() && found_.length < r_.length) {
      float position = static_cast<float>(found_.length);
      const Status next = stack_.remap({&position, 1});
      if (!next.ok() && found_.length < 2) status = next;
      if (!next.ok()) break;
      ++found_.length;
    }
    r_.length = found_.length;
    r_.trained = std::min(r_.trained, r_.length);
    return status;
  }

  // [probes, heads, length, length]
  Status score() {
    OwnedCall rows;
    AttentionCall& call = rows.call;
    call.batch = kProbes;
    call.heads = call.kv_heads = r_.heads;
    call.queries = call.keys = r_.length;
    call.head_dim = call.value_dim = rows.d_model = r_.head_dim;
    call.scale = static_cast<float>(kAbsent);
    if (stack_.has(kContentByRow)) call.band.right = 0;
    const std::size_t size = element_count(kProbes, r_.heads, r_.length, r_.head_dim);
    for (CopyOnWriteFloats* part : {&rows.query, &rows.key}) {
      TRY(part->allocate(size));
    }
    Buffer<float> values;  // zeros: only scores are read
    TRY(values.allocate(size));
    rows.value.borrow(values.span());
    for (Buffer<float>* at : {&rows.query_at, &rows.key_at}) {
      TRY(at->allocate(length()));
      for (std::size_t i = 0; i < at->size(); ++i) (*at)[i] = static_cast<float>(i);
    }
    TRY(scores_.allocate(element_count(series(), r_.length, r_.length)));
    TRY(rows.remap(stack_));
    Random random(static_cast<std::uint64_t>(r_.seed));
    fill(rows.query, rows.query_at.span(), random);
    fill(rows.key, rows.key_at.span(), random);
    TRY(keep_codes(rows));
    TRY(rows.rotate(stack_));
    return attend_rows(call, stack_, {scores_.data()});  // in double: effects of a distance are differences of scores
  }

  // Rows of probes: one content for all positions of a probe and head, plus the embedding of the position.
  void fill(CopyOnWriteFloats& to, std::span<const float> positions, Random& random) const {
    const auto width = static_cast<std::size_t>(r_.head_dim);
    const std::span<float> rows(to.own(), to.size());
    for (std::size_t first = 0; first < rows.size(); first += length() * width) {
      const bool aligned = first < rows.size() / kProbes;
      for (std::size_t c = 0; c < width; ++c) {
        rows[first + c] = aligned ? 1.0F : static_cast<float>((2 * random.uniform() - 1) * math::sqrt(3));
      }
      for (std::size_t i = 1; i < length(); ++i)
        std::copy_n(rows.data() + first, width, rows.data() + first + i * width);
      for (std::size_t i = 0; i < length(); ++i) {
        stack_.embed({rows.data() + first + i * width, width}, positions[i]);
      }
    }
  }

  // The embedding of each position: [length, head_dim].
  Status keep_codes(const OwnedCall& rows) {
    found_.of_positions = stack_.has(kEmbeds);
    if (!found_.of_positions) return {};
    const auto width = static_cast<std::size_t>(r_.head_dim);
    TRY(codes_.allocate(element_count(length(), width)));
    for (std::size_t i = 0; i < length(); ++i) {
      stack_.embed({codes_.data() + i * width, width}, rows.query_at[i]);
    }
    return {};
  }

  // The effects of each distance into the past, seen from the last query: [length, series]; −∞ where hidden.
  Status tabulate_effects() {
    TRY(effects_.allocate(element_count(length(), series())));
    for (int distance = 0; distance < r_.length; ++distance) {
      for (int s = 0; s < series(); ++s) {
        effects_[distance * series() + s] = score_at(s, r_.length - 1, r_.length - 1 - distance);
      }
    }
    return {};
  }

  // Effects of position, [length, width]: one row per position, or per distance.
  const Buffer<float>& rows() const { return found_.of_positions ? codes_ : effects_; }
  std::size_t width() const { return rows().size() / length(); }

  void find_uniqueness() {
    const Buffer<float>& rows = this->rows();
    const std::size_t width = this->width();
    std::optional<double> least;
    for (std::size_t b = 1; b < length(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        double sum = 0;
        for (std::size_t c = 0; c < width; ++c) {
          const double difference = difference_of(rows[a * width + c], rows[b * width + c]);
          sum += difference * difference;
        }
        if (least && sum * kTieOfSquares >= *least) continue;
        least = sum;
        found_.uniqueness = {math::sqrt(sum / static_cast<double>(width)), static_cast<int>(a), static_cast<int>(b)};
      }
    }
  }

  // Every score against the one of the same distance that starts at position 0, small positions first.
  Status find_relativity() {
    const std::size_t column = element_count(length(), series());
    Buffer<float> first;
    Buffer<float> block;
    TRY(first.allocate(column));
    TRY(block.allocate(kColumns * column));
    copy_column(0, first.data());
    for (int last = 1; last < r_.length; ++last) {
      if (last == 1 || last % kColumns == 0) copy_block(last / kColumns * kColumns, block.data(), column);
      const float* keys_at_last = block.data() + last % kColumns * column;
      for (int other = 1; other <= last; ++other) {
        const int distance = last - other;
        for (int s = 0; s < series(); ++s) {
          compare(score_at(s, last, other), first[in_column(distance, s)], last, other);
          compare(keys_at_last[in_column(other, s)], score_at(s, 0, distance), other, last);
        }
      }
    }
    return {};
  }

  // Columns lie apart in memory; those of one line of the cache are copied together.
  void copy_block(int begin, float* to, std::size_t column) const {
    for (int key = begin; key < std::min(begin + kColumns, r_.length); ++key, to += column) copy_column(key, to);
  }

  // The scores of one key: [query, series].
  void copy_column(int key, float* to) const {
    for (int s = 0; s < series(); ++s)
      for (int query = 0; query < r_.length; ++query) to[in_column(query, s)] = score_at(s, query, key);
  }

  std::size_t in_column(int query, int s) const { return static_cast<std::size_t>(query * series() + s); }

  void compare(double here, double there, int query, int key) {
    const Finding change{std::abs(difference_of(here, there)), query, key};
    const double largest = found_.relativity ? found_.relativity->value : 0;
    if (change.value > largest * kTie) found_.relativity = change;
    if (change.value > kChange && !found_.first_change) found_.first_change = change;
  }

  void find_decay() {
    for (int distance = 0; distance < r_.length; ++distance) {
      double sum = 0;
      for (int h = 0; h < r_.heads; ++h) sum += effects_[distance * series() + h];
      found_.decay[distance] = static_cast<float>(sum / r_.heads);
    }
    for (std::size_t d = 1; d < length(); ++d) {
      const double rise = difference_of(found_.decay[d], found_.decay[d - 1]);
      if (rise <= kNothing) continue;
      found_.rise = Finding{rise, static_cast<int>(d) - 1, static_cast<int>(d)};
      return;
    }
  }

  void find_leaving() {
    if (stack_.has(kRemaps)) return;
    for (int distance = r_.trained; distance < r_.length; ++distance) {
      if (counts_as_seen(distance)) continue;
      double excess = 0;
      for (std::size_t c = 0; c < width(); ++c) excess = std::max(excess, excess_of(c, distance));
      if (excess <= kNothing) continue;
      found_.leaves = Leaving{excess, distance};
      return;
    }
  }

  bool counts_as_seen(int distance) const {
    const int last = r_.length - 1;
    return !found_.of_positions && stack_.pair_positions(last, last - distance).distance() > -r_.trained;
  }

  // Distance of a number from the range seen in training, in units of that range (at least 1e-3).
  double excess_of(std::size_t column, int distance) const {
    const auto effect = [&](int d) { return static_cast<double>(rows()[d * width() + column]); };
    double low = effect(0);
    double high = low;
    for (int d = 1; d < r_.trained; ++d) {
      low = std::min(low, effect(d));
      high = std::max(high, effect(d));
    }
    const double outside = std::max({difference_of(effect(distance), high), difference_of(low, effect(distance)), 0.0});
    return outside / std::max(difference_of(high, low), 1e-3);
  }

  Status find_bound() {
    for (const auto& part : stack_.parts()) {
      const std::span<const double> inverse = part->inverse_frequencies();
      if (inverse.empty()) continue;
      found_.pairs = static_cast<int>(inverse.size());
      for (const double w : inverse)
        found_.unseen_pairs += w != 0 && std::abs(w) * r_.trained < 2 * std::numbers::pi ? 1 : 0;
      TRY(found_.bound.allocate(length()));
      for (std::size_t d = 0; d < length(); ++d) found_.bound[d] = bound_at(inverse, static_cast<double>(d));
    }
    return {};
  }

  static float bound_at(std::span<const double> inverse, double distance) {
    double real = 0;
    double imaginary = 0;
    double sum = 0;
    for (const double w : inverse) {
      real += math::cos(distance * w);
      imaginary += math::sin(distance * w);
      sum += math::sqrt(real * real + imaginary * imaginary);
    }
    return static_cast<float>(sum / static_cast<double>(inverse.size()));
  }

  PositionStack& stack_;
  MeterRequest r_;
  Properties& found_;
  Buffer<float> scores_;
  Buffer<float> effects_;
  Buffer<float> codes_;
};

}  // namespace

Status measure(PositionStack& stack, const MeterRequest& request, Properties& found) {
  return Meter(stack, request, found).run();
}

}  // namespace whereformer
