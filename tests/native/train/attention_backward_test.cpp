// Gradients of attention against plain loops in double, which are checked by central differences.
#include "train/attention_backward.hpp"

#include "attention/attend.hpp"
#include "attention/plans.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/cope.hpp"
#include "position/encodings/mask.hpp"
#include "position/encodings/none.hpp"
#include "stacks.hpp"
#include "support.hpp"
#include "train/attention_reference.hpp"
#include "train/attention_rows_backward.hpp"

using namespace whereformer;
using reference::Nudge;
using reference::PositionSums;
using reference::WideCall;
using reference::WideGradients;
using test::Plan;
using test::plan;
using test::plans;
using test::Problem;
using test::Sizes;

namespace {

constexpr double kTolerance = 4e-6;  // of the largest

Mask mask_of(Mask::Kind kind, double left, int prefix) {
  Mask mask;
  mask.kind = kind;
  mask.left = left;
  mask.prefix = prefix;
  mask.dilation = 2;
  mask.globals = prefix;
  mask.right = 0;
  return mask;
}

Cope cope_of(int rows, int width, Cope::Where where = Cope::Where::before_scale) {
  Cope cope;
  cope.table.rows = rows;
  cope.table.columns = width;
  cope.where = where;
  const auto values = test::random_values(static_cast<std::size_t>(rows * width), 367);
  REQUIRE(cope.table.values.copy_from(values).ok());
  return cope;
}

// CoPE by itself, after the scale, and beside every other hook that can be trained.
std::vector<Plan> plans_with_cope(int rows, int width) {
  const auto cope = [=] { return cope_of(rows, width); };
  const auto after = [=] { return cope_of(rows, width, Cope::Where::after_scale); };
  return {plan("CoPE", cope), plan("CoPE after the scale", after),
          plan("CoPE twice, everything by distance", cope, fresh<test::QueryWave>, fresh<test::KeyWave>,
               fresh<test::DistanceBiasWave>, fresh<test::ValueWave>, after),
          plan("CoPE, bias by pair", cope, fresh<test::PairBiasWave>)};
}

// Scores that depend on the content of each pair.
struct PairContent : test::Wave<PairContent> {
  double content(std::span<const double> q, std::span<const double> k, int, double, double) const {
    return q[0] * k[0];
  }
};

// One call forward, and its gradients.
class Backward {
 public:
  Backward(Problem& problem, const AttentionCall& asked, const Plan& plan) : call(asked), problem_(problem) {
    plan.add(stack);
    const Geometry geometry{call.heads, call.head_dim, 0, 0, call.scale, call.value_dim};
    REQUIRE(stack.prepare(geometry.over(call.query_positions).over(call.key_positions)).ok());
    d_output = test::random_values(problem.output.size(), 77);
    tops.assign(static_cast<std::size_t>(call.batch * call.heads * call.queries), -77.0F);
    totals = tops;
    call.sums = {tops.data(), totals.data()};
    REQUIRE(attend(call, stack).ok());
    REQUIRE(position.learned.shape(stack).ok());
  }

  train::AttentionGradients gradients() {
    d_query.assign(problem_.query.size(), NAN);  // overwritten
    d_key.assign(problem_.key.size(), NAN);
    d_value.assign(problem_.value.size(), NAN);
    d_sinks.assign(static_cast<std::size_t>(call.heads), 0);  // added to
    return {HeadRows<const float>::contiguous(d_output.data(), call.heads, call.queries, call.value_dim),
            HeadRows<float>::contiguous(d_query.data(), call.heads, call.queries, call.head_dim),
            HeadRows<float>::contiguous(d_key.data(), call.kv_heads, call.keys, call.head_dim),
            HeadRows<float>::contiguous(d_value.data(), call.kv_heads, call.keys, call.value_dim),
            call.sinks == nullptr ? nullptr : d_sinks.data()};
  }

  WideCall wide() { return {call, stack, gradients().d_output}; }

  AttentionCall call;
  PositionStack stack;
  std::vector<float> d_output;
  std::vector<float> tops;
  std::vector<float> totals;
  std::vector<float> d_query;
  std::vector<float> d_key;
  std::vector<float> d_value;
  std::vector<float> d_sinks;
  PositionSums position;

 private:
  Problem& problem_;
};

// The largest difference, of the largest expected value; of 0.1 where that is smaller: a gradient of 0 is a difference of numbers of
// order 1. NaN counts as infinite.
class Difference {
 public:
  void see(double actual, double expected) {
    const double difference = std::abs(actual - expected);
    if (!(difference <= worst_)) worst_ = std::isnan(difference) ? INFINITY : difference;
    largest_ = std::max(largest_, std::abs(expected));
  }
  double relative() const { return worst_ == 0 ? 0 : worst_ / std::max(largest_, 0.1); }

 private:
  double worst_ = 0;
  double largest_ = 0;
};

double difference(std::span<const float> actual, std::span<const double> expected) {
  if (actual.size() != expected.size()) return INFINITY;
  Difference found;
  for (std::size_t i = 0; i < actual.size(); ++i) found.see(actual[i], expected[i]);
  return found.relative();
}

// What one side lacks is 0.
template <class Key>
double difference(std::map<Key, double> actual, std::map<Key, double> expected) {
  Difference found;
  for (const auto& [key, value] : actual) expected.try_emplace(key, 0);
  for (const auto& [key, value] : expected) found.see(actual[key], value);
  return found.relative();
}

template <class Key>
double difference(std::map<Key, std::vector<double>> actual, const std::map<Key, std::vector<double>>& expected) {
  Difference found;
  for (const auto& [key, value] : expected) {
    std::vector<double>& row = actual[key];
    row.resize(value.size());
    for (std::size_t c = 0; c < value.size(); ++c) found.see(row[c], value[c]);
  }
  return found.relative();
}

void check_gradients(Backward& run, const WideGradients& expected) {
  CHECK(difference(run.d_query, expected.query) <= kTolerance);
  CHECK(difference(run.d_key, expected.key) <= kTolerance);
  CHECK(difference(run.d_value, expected.value) <= kTolerance);
}

// Compares the gradients of the hooks that the stack has.
void check_position(Backward& run, const WideGradients& expected) {
  if (run.stack.has(kBiases)) {
    CHECK(difference(run.position.by_distance, expected.position.by_distance) <= kTolerance);
  }
  if (run.stack.has(kBiasesByPair)) {
    CHECK(difference(run.position.by_pair, expected.position.by_pair) <= kTolerance);
  }
  for (const auto& [side, hook] : {std::pair{Side::query, kQueryVectors}, std::pair{Side::key, kKeyVectors},
                                   std::pair{Side::value, kValueVectors}}) {
    if (!run.stack.has(hook)) continue;
    std::map<std::array<double, 3>, std::vector<double>> of_side;
    for (const auto& [key, value] : expected.position.vectors) {
      if (key[0] == static_cast<double>(side)) of_side[key] = value;
    }
    CHECK(difference(run.position.vectors, of_side) <= kTolerance);
  }
}

// Tables in the order of their encodings in the stack.
void check_tables(Backward& run, const WideGradients& expected) {
  std::size_t at = 0;
  reference::each_cope(run.stack, [&](const Cope& cope) {
    const std::span<const double> found = run.position.learned.parameters()[at++].gradients.span();
    CHECK(difference(std::vector<float>(found.begin(), found.end()), expected.content.tables.at(&cope)) <= kTolerance);
  });
}

// A sink's own gradient comes once, whichever kernel serves the rest.
void check_sinks_of(Backward& run, const WideGradients& expected) {
  if (run.call.sinks == nullptr) return;
  CHECK(difference(run.d_sinks, expected.sinks) <= kTolerance);
  for (int h = 0; h < run.call.heads; ++h) {
    if (std::isinf(run.call.sinks[h])) CHECK(run.d_sinks[h] == 0.0F);
  }
}

// By the kernel of the call's choice and by rows, with and without what the stack learns.
void check(Problem& problem, const AttentionCall& call, const Plan& plan) {
  CAPTURE(plan.name, call.queries, call.keys, call.head_dim, call.value_dim);
  Backward run(problem, call, plan);
  WideGradients expected;
  reference::attention_gradients(run.wide(), expected);
  for (const auto kernel : {train::attend_backward, train::attend_rows_backward}) {
    CAPTURE(kernel == train::attend_rows_backward);
    run.position.clear();
    REQUIRE(kernel(run.call, run.stack, run.gradients(), &run.position).ok());
    check_gradients(run, expected);
    if (kernel == train::attend_backward) check_sinks_of(run, expected);
    check_position(run, expected);
    check_tables(run, expected);
    if (run.stack.has(kContentByRow)) continue;
    REQUIRE(kernel(run.call, run.stack, run.gradients(), nullptr).ok());
    check_gradients(run, expected);
  }
}

// The table is of floats and the loss nearly linear in it: differences of 2⁻¹⁰, exact where a number is below 8.
void check_table(Table& table, const WideCall& wide, const std::vector<double>& gradients) {
  constexpr float kStep = 0x1p-10F;
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    float& x = table.values[i];
    const float before = x;
    const auto loss = [&](float step) {
      x = before + step;
      const double at = x;
      return std::pair{at, wide.loss()};
    };
    const auto [far, above] = loss(kStep);
    const auto [near, below] = loss(-kStep);
    x = before;
    CHECK(std::abs((above - below) / (far - near) - gradients[i]) <= 1e-6 * std::max(1.0, std::abs(gradients[i])));
  }
}

}  // namespace

TEST_CASE("the reference of attention's gradients equals central differences", "[train]") {
  constexpr double kStep = 1e-5;
  Problem problem({2, 2, 1, 5, 6, 3, 4}, 301);
  AttentionCall call = problem.call();
  call.band = Causal(1);
  call.softcap = GENERATE(0.0F, 1.5F);
  std::vector<float> mask = test::random_values(2 * 5 * 6, 302);
  mask[7] = -INFINITY;
  call.mask = {mask.data(), 30, 0, 6};
  const float sinks[] = {0.7F, -1.2F};
  call.sinks = GENERATE(false, true) ? sinks : nullptr;
  const std::vector<Plan> kinds{
      plan("by distance", fresh<test::QueryWave>, fresh<test::KeyWave>, fresh<test::DistanceBiasWave>,
           fresh<test::ValueWave>),
      plan("by pair", fresh<test::PairBiasWave>), plan("by row", [] { return cope_of(3, 3); }),
      plan(
          "by row, after the scale, and by distance", [] { return cope_of(9, 3, Cope::Where::after_scale); },
          fresh<test::QueryWave>, fresh<test::KeyWave>)};
  for (const Plan& plan : kinds) {
    Backward run(problem, call, plan);
    WideCall wide = run.wide();
    WideGradients found;
    reference::attention_gradients(wide, found);
    const auto slope = [&](double& x) {
      const double at = x;
      x = at + kStep;
      const double above = wide.loss();
      x = at - kStep;
      const double below = wide.loss();
      x = at;
      return (above - below) / (2 * kStep);
    };
    const auto agrees = [&](double gradient, double& x) {
      return std::abs(slope(x) - gradient) <= 1e-6 * std::max(1.0, std::abs(gradient));
    };
    for (std::size_t i = 0; i < wide.query.size(); ++i) CHECK(agrees(found.query[i], wide.query[i]));
    for (std::size_t i = 0; i < wide.key.size(); ++i) CHECK(agrees(found.key[i], wide.key[i]));
    for (std::size_t i = 0; i < wide.value.size(); ++i) CHECK(agrees(found.value[i], wide.value[i]));
    for (std::size_t h = 0; h < 2 && call.sinks != nullptr; ++h) CHECK(agrees(found.sinks[h], wide.sinks[h]));
    for (const auto& [key, gradient] : found.position.by_distance) {
      wide.nudge = {Nudge::Of::bias, Side::query, key.first, key.second, 0, 0};
      CHECK(agrees(gradient, wide.nudge.by));
    }
    for (const auto& [key, gradient] : found.position.vectors) {
      for (std::size_t c = 0; c < gradient.size(); ++c) {
        wide.nudge = {
            Nudge::Of::vector, static_cast<Side>(static_cast<int>(key[0])), static_cast<int>(key[1]), key[2], c, 0};
        CHECK(agrees(gradient[c], wide.nudge.by));
      }
    }
    reference::each_cope(run.stack, [&](const Cope& cope) {
      check_table(const_cast<Cope&>(cope).table, wide, found.content.tables.at(&cope));
    });
  }
}

TEST_CASE("gradients of attention equal the reference under every plan", "[train]") {
  const auto [queries, keys] = GENERATE(std::pair{1, 1}, std::pair{3, 3}, std::pair{17, 17}, std::pair{5, 31});
  const bool causal = GENERATE(false, true);
  Problem problem({2, 3, 1, queries, keys, 8, 5}, 311);
  AttentionCall call = problem.call();
  if (causal) call.band = Causal(keys - queries);
  for (const Plan& plan : plans()) check(problem, call, plan);
}

// The second head has none; with a causal band the first query may see nothing.
void check_sinks(const Sizes& sizes, std::initializer_list<std::size_t> chosen) {
  const bool causal = GENERATE(false, true);
  const float sinks[] = {0.5F, -INFINITY, 6, -30};
  Problem problem(sizes, 315);
  AttentionCall call = problem.call();
  call.sinks = sinks;
  call.softcap = GENERATE(0.0F, 2.0F);
  if (causal) call.band = Causal(call.keys - call.queries - 1);
  for (const std::size_t i : chosen) check(problem, call, plans()[i]);
}

TEST_CASE("sinks take their share of the gradients, and have one of their own", "[train]") {
  const auto [queries, keys] = GENERATE(std::pair{1, 1}, std::pair{3, 3}, std::pair{5, 31});
  check_sinks({2, 4, 2, queries, keys, 8, 5}, {0, 1, 3, 4, 18});
}

TEST_CASE("sinks take their share of the gradients over several blocks of queries and keys", "[train]") {
  check_sinks({1, 2, 1, 150, 301, 8, 5}, {0, 3});
}

TEST_CASE("gradients of attention equal the reference at awkward sizes", "[train]") {
  const int n = GENERATE(0, 1, 3, 15, 16, 17, 31, 33, 67);
  const int dim = GENERATE(1, 3, 8, 16, 20);
  const bool causal = GENERATE(false, true);
  Problem problem({1, 2, 1, n, n, dim, dim}, 321);
  AttentionCall call = problem.call();
  if (causal) call.band = Causal();
  for (const Plan& plan : {plans()[0], plans()[1], plans()[3]}) check(problem, call, plan);
}

TEST_CASE("gradients of attention equal the reference over several blocks of queries and keys", "[train]") {
  const auto [queries, keys] = GENERATE(std::pair{150, 301}, std::pair{301, 150}, std::pair{289, 289});
  const int kind = GENERATE(0, 1, 2);
  Problem problem({1, 1, 1, queries, keys, 8, 8}, 331);
  AttentionCall call = problem.call();
  if (kind == 1) call.band = Causal(keys - queries);
  if (kind == 2) call.band = Window(20, 3, keys - queries);
  check(problem, call, plans()[3]);
}

TEST_CASE("grouped queries add up in the gradients of their keys and values", "[train]") {
  const auto [heads, kv_heads] = GENERATE(std::pair{4, 1}, std::pair{6, 2}, std::pair{3, 3});
  Problem problem({2, heads, kv_heads, 9, 11, 6, 5}, 341);
  for (const Plan& plan : {plans()[0], plans()[3], plans()[18]}) check(problem, problem.call(), plan);
}

TEST_CASE("softcap bends the gradients of scores", "[train]") {
  const int n = GENERATE(4, 33);
  Problem problem({1, 2, 2, n, n, 8, 8}, 351, 3);
  AttentionCall call = problem.call();
  call.softcap = 2;
  for (const Plan& plan : {plans()[0], plans()[1], plans()[3], plans()[4], plans()[18]}) check(problem, call, plan);
}

TEST_CASE("gradients of attention respect masks", "[train]") {
  const int n = GENERATE(3, 23, 40);
  const bool per_head = GENERATE(false, true);
  Problem problem({2, 3, 3, n, n, 8, 8}, 361);
  std::vector<float> mask = test::random_values(static_cast<std::size_t>((per_head ? 6 : 1) * n * n), 362);
  for (std::size_t i = 0; i < mask.size(); i += 3) mask[i] = -INFINITY;
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) mask[i] = -INFINITY;  // query 0 sees nothing
  AttentionCall call = problem.call();
  call.mask = {mask.data(), per_head ? 3 * n * n : 0, per_head ? n * n : 0, n};
  for (const Plan& plan : {plans()[0], plans()[1], plans()[3], plans()[4], plans()[18]}) check(problem, call, plan);
}

TEST_CASE("gradients of attention respect the masks of a stack", "[train]") {
  const auto kind = GENERATE(Mask::Kind::prefix, Mask::Kind::window, Mask::Kind::dilated, Mask::Kind::global_window);
  const auto mask = [=] { return mask_of(kind, 6, 3); };
  Problem problem({1, 2, 1, 37, 37, 8, 8}, 365);
  check(problem, problem.call(), plan("mask", mask));
  check(problem, problem.call(), plan("mask, bias by distance", mask, fresh<test::DistanceBiasWave>));
  check(problem, problem.call(), plan("mask, values by distance", mask, fresh<test::ValueWave>));
}

TEST_CASE("stacks whose scores depend on the content of pairs are refused", "[train]") {
  Problem problem({1, 1, 1, 4, 4, 4, 4}, 366);
  PositionSums nobody;
  const auto refused = [&](const Plan& plan, PositionSums* learned) {
    PositionStack stack;
    plan.add(stack);
    REQUIRE(stack.prepare(Geometry{1, 4, 0}).ok());
    const Status status = train::attend_backward(problem.call(), stack, {}, learned);
    CHECK(!status.ok());
    CHECK(std::string(status.argument) == "position");
  };
  refused(plan("content by pair", fresh<PairContent>), nullptr);
  refused(plan("content by pair and by row", [] { return cope_of(4, 4); }, fresh<PairContent>), &nobody);
  refused(plan("content by row that nobody learns", [] { return cope_of(4, 4); }), nullptr);
}

TEST_CASE("content by row carries its gradients to queries and keys", "[train]") {
  const auto [queries, keys] = GENERATE(std::pair{1, 3}, std::pair{5, 5}, std::pair{19, 19}, std::pair{7, 34});
  const int rows = GENERATE(3, 6, 40);  // few: positions are clamped
  CAPTURE(rows);
  const int dim = GENERATE(1, 5, 8);
  const int kind = GENERATE(0, 1, 2);
  Problem problem({2, 2, 2, queries, keys, dim, 6}, 411);
  AttentionCall call = problem.call();
  if (kind == 1) call.band = Causal(keys - queries);
  if (kind == 2) call.band = Window(4, 1, keys - queries);
  for (const Plan& plan : plans_with_cope(rows, dim)) check(problem, call, plan);
}

// What is left is the rounding of numbers up to 5, whose difference is 0.
TEST_CASE("a key without another has all the weight, whatever content by row adds to it", "[train]") {
  const int rows = GENERATE(3, 40);
  const int dim = GENERATE(1, 8);
  Problem problem({2, 2, 2, 1, 1, dim, 6}, 411);
  for (const Plan& plan : plans_with_cope(rows, dim)) {
    Backward run(problem, problem.call(), plan);
    REQUIRE(train::attend_backward(run.call, run.stack, run.gradients(), &run.position).ok());
    for (const float d : run.d_query) CHECK(std::abs(d) <= 2e-6F);
    for (const float d : run.d_key) CHECK(std::abs(d) <= 2e-6F);
  }
}

TEST_CASE("content by row under grouped queries, softcap and other scales", "[train]") {
  const auto [heads, kv_heads] = GENERATE(std::pair{4, 1}, std::pair{6, 2});
  const float softcap = GENERATE(0.0F, 1.5F);
  const float scale = GENERATE(0.4F, 1.3F);
  Problem problem({2, heads, kv_heads, 13, 13, 6, 5}, 421);
  AttentionCall call = problem.call();
  call.band = Causal();
  call.softcap = softcap;
  call.scale = scale;
  for (const Plan& plan : plans_with_cope(5, 6)) check(problem, call, plan);
}

TEST_CASE("content by row counts only keys that are seen", "[train]") {
  const bool per_head = GENERATE(false, true);
  constexpr int kTokens = 23;
  Problem problem({2, 3, 3, kTokens, kTokens, 8, 8}, 431);
  std::vector<float> mask = test::random_values(static_cast<std::size_t>((per_head ? 6 : 1) * kTokens * kTokens), 432);
  for (std::size_t i = 0; i < mask.size(); ++i) {
    const std::size_t key = i % kTokens;
    if (i % 3 == 0 || i < kTokens || key == 5 || key == 22) mask[i] = -INFINITY;  // query 0 sees nothing
  }
  for (int head = 0; head < 6; ++head) {  // keys that no query sees
    float* rows = problem.key.data() + head * kTokens * 8;
    float* values = problem.value.data() + head * kTokens * 8;
    for (int c = 0; c < 8; ++c) rows[5 * 8 + c] = values[22 * 8 + c] = c % 2 == 0 ? NAN : INFINITY;
  }
  AttentionCall call = problem.call();
  call.mask = {mask.data(), per_head ? 3 * kTokens * kTokens : 0, per_head ? kTokens * kTokens : 0, kTokens};
  for (const Plan& plan : plans_with_cope(6, 8)) {
    check(problem, call, plan);
    Backward run(problem, call, plan);
    REQUIRE(train::attend_backward(run.call, run.stack, run.gradients(), &run.position).ok());
    for (std::size_t c = 0; c < 8; ++c) CHECK((run.d_query[c] == 0 && run.d_key[5 * 8 + c] == 0));
  }
  const auto kind = GENERATE(Mask::Kind::prefix, Mask::Kind::dilated, Mask::Kind::global_window);
  Problem clean({1, 2, 1, kTokens, kTokens, 8, 8}, 433);
  check(clean, clean.call(),
        plan("CoPE and a mask", [=] { return mask_of(kind, 6, 3); }, [] { return cope_of(6, 8); }));
}

TEST_CASE("gradients at shifted, gapped and fractional positions equal the reference", "[train]") {
  const int kind = GENERATE(0, 1, 2, 3);
  Problem problem({1, 2, 2, 19, 19, 8, 8}, 371);
  for (std::size_t i = 0; i < 19; ++i) {
    const auto t = static_cast<float>(i);
    const float positions[] = {t + 1000, 3 * t + (i > 9 ? 40.0F : 0.0F), 1.25F * t, t + (i > 9 ? 150.0F : 0.0F)};
    problem.query_positions[i] = problem.key_positions[i] = positions[kind];
  }
  CAPTURE(kind);
  for (const Plan& plan : plans()) check(problem, problem.call(), plan);
}

TEST_CASE("rows that see no key have no gradient, and hidden NaN does not reach one", "[train]") {
  Problem problem({1, 1, 1, 9, 9, 4, 4}, 381);
  AttentionCall call = problem.call();
  call.band = Causal(-2);  // the first two queries come before every key, the last two keys after every query
  for (std::size_t c = 7 * 4; c < 9 * 4; ++c) problem.key[c] = problem.value[c] = c % 2 == 0 ? NAN : INFINITY;
  for (const Plan& plan : {plans()[0], plans()[3], plans()[18]}) {
    check(problem, call, plan);
    Backward run(problem, call, plan);
    REQUIRE(train::attend_backward(run.call, run.stack, run.gradients(), &run.position).ok());
    for (std::size_t c = 0; c < 2 * 4; ++c) CHECK(run.d_query[c] == 0.0F);
    for (std::size_t c = 7 * 4; c < 9 * 4; ++c) CHECK((run.d_key[c] == 0.0F && run.d_value[c] == 0.0F));
  }
}

TEST_CASE("NaN that a query sees shows in the gradients", "[train]") {
  Problem problem({1, 1, 1, 9, 9, 4, 4}, 391);
  AttentionCall call = problem.call();
  call.band = Causal();
  problem.key[8 * 4] = NAN;  // the last query sees it
  Backward run(problem, call, plans()[0]);
  REQUIRE(train::attend_backward(run.call, run.stack, run.gradients(), nullptr).ok());
  for (std::size_t c = 0; c < 8 * 4; ++c) CHECK(std::isfinite(run.d_query[c]));
  for (std::size_t c = 8 * 4; c < 9 * 4; ++c) CHECK(std::isnan(run.d_query[c]));
  for (const float x : run.d_value) CHECK(std::isnan(x));
}

TEST_CASE("nothing is delivered to a stack that does not learn", "[train]") {
  const auto plan = GENERATE(3, 4, 18);
  Problem problem({1, 2, 2, 7, 7, 4, 4}, 401);
  Backward run(problem, problem.call(), plans()[static_cast<std::size_t>(plan)]);
  for (const auto kernel : {train::attend_backward, train::attend_rows_backward}) {
    run.position.clear();
    run.position.hooks = 0;
    REQUIRE(kernel(run.call, run.stack, run.gradients(), &run.position).ok());
    CHECK(run.position.by_pair.empty());
    CHECK(run.position.vectors.empty());
  }
}
