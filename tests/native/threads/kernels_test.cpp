// Kernels with one thread, two and three: the same bits.
#include "attention/pipeline.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/fire.hpp"
#include "position/encodings/none.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/shaw.hpp"
#include "simd/halves.hpp"
#include "simd/matmul.hpp"
#include "simd/softmax.hpp"
#include "threads/team.hpp"

using namespace whereformer;
using whereformer::test::half_values;
using whereformer::test::Problem;
using whereformer::test::random_halves;
using whereformer::test::random_values;
using whereformer::test::run_pipeline;
using whereformer::test::same_bits;

namespace {

std::vector<float> random_rows(int rows, int columns, std::uint64_t seed) {
  return random_values(element_count(rows, columns), seed);
}

// A weight of any type, filled row by row.
simd::PackedMatrix weight_of(simd::WeightType type, int outputs, int inputs) {
  simd::PackedMatrix weight;
  REQUIRE(weight.allocate(outputs, inputs, type).ok());
  if (type == simd::WeightType::float16 || type == simd::WeightType::bfloat16) {
    simd::HalfValues values = half_values(type, random_halves(type, element_count(outputs, inputs), 7));
    REQUIRE(weight.keeps(values));
    weight.set_rows(0, values);
  } else {
    REQUIRE(weight.encode_rows(0, random_rows(outputs, inputs, 7)).ok());
  }
  REQUIRE(weight.type() == type);
  return weight;
}

template <class E>
std::vector<float> attend(Problem& problem, const AttentionCall& call, E encoding) {
  std::fill(problem.output.begin(), problem.output.end(), -77.0F);
  PositionStack stack;
  stack.add(std::move(encoding));
  run_pipeline(problem, call, stack);
  return problem.output;
}

Shaw shaw(int head_dim, int value_dim) {
  Shaw e;
  for (const auto& [table, width] : {std::pair{&e.key_table, head_dim}, std::pair{&e.value_table, value_dim}}) {
    table->rows = 17;
    table->columns = width;
    REQUIRE(table->values.copy_from(random_rows(17, width, 6)).ok());
  }
  return e;
}

Fire fire(int heads) {
  constexpr int kWidth = 8;
  Fire e;
  const auto fill = [](Table& table, int rows, int columns, std::uint64_t seed) {
    table.rows = rows;
    table.columns = columns;
    REQUIRE(table.values.copy_from(random_rows(rows, columns, seed)).ok());
  };
  fill(e.weight1, kWidth, 1, 8);
  fill(e.bias1, 1, kWidth, 9);
  fill(e.weight2, heads, kWidth, 10);
  fill(e.bias2, 1, heads, 11);
  return e;
}

}  // namespace

TEST_CASE("products with weights of every type have the same bits with any number of threads") {
  const auto type =
      GENERATE(simd::WeightType::float32, simd::WeightType::float16, simd::WeightType::bfloat16, simd::WeightType::q8);
  const auto [rows, inputs, outputs] =
      GENERATE(std::tuple{1, 600, 1003}, std::tuple{3, 700, 701}, std::tuple{97, 130, 131}, std::tuple{200, 61, 350});
  const bool keep = GENERATE(false, true);
  CAPTURE(static_cast<int>(type), rows, inputs, outputs, keep);
  const simd::PackedMatrix weight = weight_of(type, outputs, inputs);
  const std::vector<float> x = random_rows(rows, inputs, 1);
  const std::vector<float> bias = random_rows(1, outputs, 2);
  same_bits([&] {
    std::vector<float> y = random_rows(rows, outputs, 3);
    simd::matmul(x.data(), rows, weight, {bias.data(), keep}, y.data());
    return y;
  });
}

TEST_CASE("products of two matrices have the same bits with any number of threads") {
  const auto [rows, inner, columns] =
      GENERATE(std::tuple{1, 701, 1500}, std::tuple{5, 701, 600}, std::tuple{101, 130, 203}, std::tuple{193, 7, 1001});
  const std::vector<float> a = random_rows(rows, inner, 1);
  const std::vector<float> b = random_rows(inner, columns, 2);
  same_bits([&] {
    std::vector<float> c(element_count(rows, columns), -77.0F);
    REQUIRE(simd::multiply(a.data(), rows, inner, b.data(), columns, c.data()).ok());
    return c;
  });
}

TEST_CASE("attention has the same bits with any number of threads") {
  const auto [queries, keys] =
      GENERATE(std::pair{131, 131}, std::pair{1, 3001}, std::pair{4, 1500}, std::pair{61, 257});
  const bool causal = GENERATE(false, true);
  Problem problem({2, 4, 2, queries, keys, 32, 33}, 5);
  AttentionCall call = problem.call();
  if (causal) call.band = Causal(keys - queries);
  CAPTURE(queries, keys, causal);
  same_bits([&] { return attend(problem, call, None{}); });
  same_bits([&] { return attend(problem, call, Alibi{}); });
  same_bits([&] { return attend(problem, call, Rope{}); });
  same_bits([&] { return attend(problem, call, shaw(32, 33)); });
  call.softcap = 5;
  same_bits([&] { return attend(problem, call, None{}); });
  const float sinks[] = {1, -2, 0.5F, 9};
  call.sinks = sinks;
  call.biased_cap = 3;
  same_bits([&] { return attend(problem, call, Alibi{}); });
}

TEST_CASE("maps have the same bits with any number of threads") {
  const auto [queries, keys] = GENERATE(std::pair{131, 131}, std::pair{4, 1500}, std::pair{61, 257});
  Problem problem({2, 4, 2, queries, keys, 32, 33}, 5);
  AttentionCall call = problem.call();
  call.band = Causal(keys - queries);
  CAPTURE(queries, keys);
  PositionStack stack;
  put(stack, Alibi{});
  REQUIRE(stack.prepare(problem.geometry().over(call.key_positions)).ok());
  const std::size_t size = element_count(call.batch, call.heads, queries, keys);
  same_bits([&] {
    std::vector<float> maps(4 * size, -77.0F);
    float* at = maps.data();
    REQUIRE(whereformer::attend(call, stack, {at, at + size, nullptr, at + 2 * size, at + 3 * size}).ok());
    return maps;
  });
}

TEST_CASE("attention with a network per pair has the same bits with any number of threads") {
  const auto [queries, keys] = GENERATE(std::pair{131, 131}, std::pair{61, 257});
  Problem problem({1, 4, 2, queries, keys, 32, 33}, 5);  // one sequence: the units evaluate the network
  const AttentionCall call = problem.call();
  CAPTURE(queries, keys);
  same_bits([&] { return attend(problem, call, fire(4)); });
}
