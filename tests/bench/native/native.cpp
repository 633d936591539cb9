// The dense items of the benchmark natively, on one thread: JSON on standard output. A wrong result ends the program with 1.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "attention/attend.hpp"
#include "core/random.hpp"
#include "native/timing.hpp"
#include "peak/peak.hpp"
#include "simd/matmul.hpp"

namespace whereformer::bench {
namespace {

constexpr int kHeads = 8;
constexpr int kHeadDim = 64;
constexpr double kTolerance = 1e-5;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

// Standard normal numbers.
std::vector<float> normal(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  std::vector<float> values(count);
  for (float& x : values) {
    const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
    x = static_cast<float>(radius * std::cos(2 * M_PI * random.uniform()));
  }
  return values;
}

// One line of the answer; flops of one run.
void print_item(const std::string& id, double ms, double flops) {
  static bool first = true;
  std::printf("%s\n    \"%s\": {\"ms\": %.6f, \"flops\": %.0f}", first ? "" : ",", id.c_str(), ms, flops);
  first = false;
}

double dot(const float* a, const float* b, int count, int b_stride) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += static_cast<double>(a[i]) * b[static_cast<std::ptrdiff_t>(i) * b_stride];
  return sum;
}

// c [rows, columns] = a · b, b packed beforehand.
void product(const std::string& id, int rows, int inner, int columns) {
  const auto a = normal(1, static_cast<std::size_t>(rows) * inner);
  const auto b = normal(2, static_cast<std::size_t>(inner) * columns);
  std::vector<float> c(static_cast<std::size_t>(rows) * columns);
  simd::PackedMatrix packed;
  require(packed.pack_columns(b.data(), inner, columns).ok(), "out of memory");
  const double ms = median_milliseconds([&] { simd::matmul(a.data(), rows, packed, {}, c.data()); });
  for (int at = 0; at < rows * columns; at += 997) {
    const double expected = dot(a.data() + at / columns * inner, b.data() + at % columns, inner, columns);
    require(std::abs(c[static_cast<std::size_t>(at)] - expected) <= kTolerance * inner, "a product is wrong");
  }
  print_item(id, ms, 2.0 * rows * inner * columns);
}

// One output row [kHeadDim] in doubles.
std::vector<double> expected_row(const AttentionCall& call, int head, int query) {
  const int keys = call.band.range(query, call.keys).last;
  std::vector<double> weights(static_cast<std::size_t>(keys));
  double total = 0;
  for (int key = 0; key < keys; ++key) {
    const double score = dot(call.query.row(0, head, query), call.key.row(0, head, key), kHeadDim, 1);
    total += weights[static_cast<std::size_t>(key)] = std::exp(score * call.scale);
  }
  std::vector<double> row(kHeadDim);
  for (int key = 0; key < keys; ++key) {
    const double weight = weights[static_cast<std::size_t>(key)] / total;
    for (int c = 0; c < kHeadDim; ++c) row[static_cast<std::size_t>(c)] += weight * call.value.row(0, head, key)[c];
  }
  return row;
}

void check(const AttentionCall& call) {
  for (int head = 0; head < kHeads; ++head) {
    for (int query = head; query < call.queries; query += 97) {
      const std::vector<double> expected = expected_row(call, head, query);
      for (int c = 0; c < kHeadDim; ++c) {
        const double difference = call.output.row(0, head, query)[c] - expected[static_cast<std::size_t>(c)];
        require(std::abs(difference) <= kTolerance, "an attention is wrong");
      }
    }
  }
}

void attention(const std::string& id, int tokens, bool causal) {
  const std::size_t count = static_cast<std::size_t>(kHeads) * tokens * kHeadDim;
  const auto q = normal(1, count);
  const auto k = normal(2, count);
  const auto v = normal(3, count);
  std::vector<float> output(count);
  std::vector<float> positions(static_cast<std::size_t>(tokens));
  for (int i = 0; i < tokens; ++i) positions[static_cast<std::size_t>(i)] = static_cast<float>(i);
  AttentionCall call;
  call.heads = call.kv_heads = kHeads;
  call.queries = call.keys = tokens;
  call.head_dim = call.value_dim = kHeadDim;
  call.query = HeadRows<const float>::contiguous(q.data(), kHeads, tokens, kHeadDim);
  call.key = HeadRows<const float>::contiguous(k.data(), kHeads, tokens, kHeadDim);
  call.value = HeadRows<const float>::contiguous(v.data(), kHeads, tokens, kHeadDim);
  call.output = HeadRows<float>::contiguous(output.data(), kHeads, tokens, kHeadDim);
  call.query_positions = call.key_positions = positions;
  call.scale = default_scale(kHeadDim);
  if (causal) call.band = Causal();
  PositionStack stack;
  require(stack.prepare({kHeads, kHeadDim, 0, 0, call.scale, kHeadDim}).ok(), "the stack refuses");
  const double ms = median_milliseconds([&] { require(attend(call, stack).ok(), "attention refuses"); });
  check(call);
  const double pairs = causal ? tokens * (tokens + 1.0) / 2 : static_cast<double>(tokens) * tokens;
  print_item(id, ms, 4.0 * kHeads * kHeadDim * pairs);
}

double peak() {
  constexpr int kSteps = 4000;
  volatile float result = 0;  // so that the work is needed
  const double ms = median_milliseconds([&] { result = multiply_add_steps(kSteps); });
  require(std::isfinite(result), "the peak is wrong");
  return static_cast<double>(kSteps) * kFlopsPerStep / ms / 1e6;
}

void run() {
  std::printf("{\n  \"lanes\": %d,\n  \"peak\": %.3f,\n  \"items\": {", simd::kLanes, peak());
  product("gemm/512", 512, 512, 512);
  product("gemm/1024x64x1024", 1024, 64, 1024);
  product("gemv/1x512x2048", 1, 512, 2048);
  for (const int tokens : {77, 128, 512, 1000, 1024, 2048}) {
    attention("attention/none/" + std::to_string(tokens), tokens, false);
    attention("attention/causal/" + std::to_string(tokens), tokens, true);
  }
  std::printf("\n  }\n}\n");
}

}  // namespace
}  // namespace whereformer::bench

int main() { whereformer::bench::run(); }
