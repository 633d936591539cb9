// The sums of rows that every kernel writes beside its output, against double loops.
#include <numbers>

#include "attention/pipeline.hpp"
#include "attention/plans.hpp"
#include "position/encodings/none.hpp"

using namespace whereformer;
using whereformer::test::Plan;
using whereformer::test::plans;
using whereformer::test::Problem;
using whereformer::test::take_through;

namespace {

// ln Σ e^score, summed score by score.
double log_sum_of(const std::vector<double>& scores, double sink) {
  double total = sink;
  for (const double score : scores) {
    if (score == -INFINITY) continue;
    total = std::max(total, score) + std::log1p(std::exp(-std::abs(total - score)));
  }
  return total;
}

std::vector<float> expected_log_sums(const AttentionCall& call, const PositionStack& stack) {
  const test::AskedForVectors asked{&stack};
  std::vector<float> sums;
  for (int batch = 0; batch < call.batch; ++batch) {
    for (int head = 0; head < call.heads; ++head) {
      for (int query = 0; query < call.queries; ++query) {
        const std::vector<double> scores = reference::score_row(call, asked, batch, head, query);
        sums.push_back(static_cast<float>(log_sum_of(scores, reference::sink_of(call, head))));
      }
    }
  }
  return sums;
}

enum class Way { chosen, maps, rows };

Status attend_by(Way way, const AttentionCall& call, const PositionStack& stack) {
  if (way == Way::rows) return attend_rows(call, stack, {});
  std::vector<float> weights(static_cast<std::size_t>(call.batch * call.heads * call.queries * call.keys));
  AttentionMaps maps;
  if (way == Way::maps) maps.weights = weights.data();
  return attend(call, stack, maps);
}

// Relative to the largest; of the output, whether asking for the sums changes a bit of it.
void check_sums(Problem& problem, const AttentionCall& asked, const Plan& plan, Way way) {
  PositionStack stack;
  plan.add(stack);
  OwnedCall owned;
  take_through(owned, problem, asked, stack);
  REQUIRE(attend_by(way, owned.call, stack).ok());
  const std::vector<float> without(owned.output.begin(), owned.output.end());
  std::vector<float> tops(static_cast<std::size_t>(asked.batch * asked.heads * asked.queries), -77.0F);
  std::vector<float> totals(tops.size(), -77.0F);
  owned.call.sums = {tops.data(), totals.data()};
  REQUIRE(attend_by(way, owned.call, stack).ok());
  CHECK(std::equal(without.begin(), without.end(), owned.output.begin(), owned.output.end()));
  std::vector<float> sums;
  for (std::size_t i = 0; i < tops.size(); ++i) {
    sums.push_back(static_cast<float>(totals[i] == 0 ? -INFINITY : tops[i] * std::numbers::ln2 + std::log(totals[i])));
  }
  CHECK(test::largest_difference(sums, expected_log_sums(owned.call, stack)) <= 4e-6);
}

}  // namespace

TEST_CASE("sinks count in the sums of rows", "[row_sums]") {
  const auto [queries, keys] = GENERATE(std::pair{1, 33}, std::pair{5, 3}, std::pair{17, 17}, std::pair{3, 0});
  const Way way = GENERATE(Way::chosen, Way::maps, Way::rows);
  const float sinks[] = {-1.5F, 40, -INFINITY};
  Problem problem({2, 3, 1, queries, keys, 8, 5}, 221);
  AttentionCall call = problem.call();
  call.band = Causal(keys - queries);
  call.sinks = sinks;
  CAPTURE(queries, keys, static_cast<int>(way));
  for (const Plan& plan : plans()) {
    CAPTURE(plan.name);
    check_sums(problem, call, plan, way);
  }
}

TEST_CASE("every kernel writes the sum of each row", "[row_sums]") {
  const auto [queries, keys] = GENERATE(std::pair{1, 1}, std::pair{1, 33}, std::pair{4, 150}, std::pair{5, 3},
                                        std::pair{17, 17}, std::pair{67, 67}, std::pair{3, 0});
  const bool causal = GENERATE(false, true);
  const Way way = GENERATE(Way::chosen, Way::maps, Way::rows);
  Problem problem({2, 3, 1, queries, keys, 8, 5}, 201);
  AttentionCall call = problem.call();
  if (causal) call.band = Causal(keys - queries);  // the first queries see nothing where there are fewer keys
  CAPTURE(queries, keys, causal, static_cast<int>(way));
  for (const Plan& plan : plans()) {
    CAPTURE(plan.name);
    check_sums(problem, call, plan, way);
  }
}

TEST_CASE("masks and caps count in the sums of rows", "[row_sums]") {
  const int queries = GENERATE(2, 23);
  const Way way = GENERATE(Way::chosen, Way::maps, Way::rows);
  Problem problem({1, 2, 2, queries, 23, 8, 8}, 211, 3);
  std::vector<float> mask = test::random_values(static_cast<std::size_t>(queries * 23), 212);
  for (std::size_t i = 0; i < mask.size(); i += 3) mask[i] = -INFINITY;
  for (std::size_t i = 0; i < 23; ++i) mask[i] = -INFINITY;  // query 0 sees nothing
  AttentionCall call = problem.call();
  call.mask = {mask.data(), 0, 0, 23};
  call.softcap = GENERATE(0.0F, 2.0F);
  CAPTURE(queries, static_cast<int>(way), call.softcap);
  check_sums(problem, call, plans()[0], way);
}
