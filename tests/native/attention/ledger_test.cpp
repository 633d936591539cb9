// The ledger: what a score is the sum of.
#include "attention/cases.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/deberta.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/sinusoidal.hpp"
#include "stacks.hpp"

using namespace whereformer;
using whereformer::test::Case;
using whereformer::test::Maps;
using whereformer::test::Problem;
using whereformer::test::random_table;
using whereformer::test::run_pipeline;

namespace {

constexpr double kSum = 1e-5;  // eight float32 terms, of scores up to about 20

// The ledger of one problem under one stack.
class Terms {
 public:
  Terms(Problem& problem, const AttentionCall& call, PositionStack& stack) {
    run_pipeline(problem, call, stack, &maps_);
    size_ = maps_.scores.size();
  }

  std::size_t size() const { return size_; }
  float score(std::size_t pair) const { return maps_.scores[pair]; }
  float term(Term t, std::size_t pair) const { return maps_.ledger[static_cast<std::size_t>(t) * size_ + pair]; }

  double sum(std::size_t pair) const {
    double sum = 0;
    for (int t = 0; t < kTerms; ++t) sum += term(static_cast<Term>(t), pair);
    return sum;
  }

  // Is the term 0 at every pair?
  bool lacks(Term t) const {
    for (std::size_t i = 0; i < size_; ++i) {
      if (term(t, i) != 0) return false;
    }
    return true;
  }

 private:
  Maps maps_;
  std::size_t size_ = 0;
};

double dot(const float* a, const float* b, int width) {
  double sum = 0;
  for (int c = 0; c < width; ++c) sum += static_cast<double>(a[c]) * b[c];
  return sum;
}

void check_sums(const Terms& ledger) {
  std::size_t hidden = 0;
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    if (ledger.score(i) != -INFINITY) {
      CHECK(std::abs(ledger.sum(i) - ledger.score(i)) <= kSum);
      continue;
    }
    ++hidden;
    CHECK(ledger.term(Term::mask, i) == -INFINITY);
    for (int t = 0; t < kTerms; ++t) {
      if (static_cast<Term>(t) != Term::mask) CHECK(ledger.term(static_cast<Term>(t), i) == 0.0F);
    }
  }
  CHECK(hidden > 0);
  CHECK(hidden < ledger.size());
}

// Two heads over one key head, three tokens, width 4: pair i is head · 9 + query · 3 + key.
Problem small_problem() { return Problem({1, 2, 1, 3, 3, 4, 4}, 5); }

const float* query_of(const Problem& p, std::size_t pair) { return p.query.data() + pair / 3 * 4; }
const float* key_of(const Problem& p, std::size_t pair) { return p.key.data() + pair % 3 * 4; }
int distance_of(std::size_t pair) { return static_cast<int>(pair % 3) - static_cast<int>(pair / 3 % 3); }

}  // namespace

TEST_CASE("the terms of the ledger add up to the score under every encoding") {
  for (const auto& cases :
       {test::turning_cases(), test::bias_cases(), test::content_cases(), test::order_cases(), test::compositions()}) {
    for (const Case& encoding : cases) {
      CAPTURE(encoding.type, encoding.name);
      Problem problem({2, 6, 2, 5, 11, 8, 8}, 3);
      AttentionCall call = problem.call();
      call.band = Causal(6);
      std::vector<float> mask = test::random_values(5 * 11, 4);
      for (std::size_t i = 2; i < mask.size(); i += 7) mask[i] = -INFINITY;
      call.mask = {mask.data(), 0, 0, 11};
      PositionStack stack;
      encoding.add(stack, call);
      check_sums(Terms(problem, call, stack));
    }
  }
}

TEST_CASE("RoPE: content is q · k · scale before the rotation, the rotation is the rest") {
  Problem problem = small_problem();
  PositionStack stack;
  put(stack, Rope{});
  const Terms ledger(problem, problem.call(), stack);
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    const double content = dot(query_of(problem, i), key_of(problem, i), 4) / 2;
    CHECK(std::abs(ledger.term(Term::content, i) - content) < 1e-7);
    CHECK(std::abs(ledger.term(Term::rotation, i) - (ledger.score(i) - content)) < 1e-6);
    if (distance_of(i) == 0) CHECK(std::abs(ledger.term(Term::rotation, i)) < 1e-6);
  }
  for (const Term t : {Term::content_position, Term::position_content, Term::position_position, Term::softcap,
                       Term::bias, Term::mask}) {
    CHECK(ledger.lacks(t));
  }
}

TEST_CASE("DeBERTa: c2p, p2c and p2p are terms of their own") {
  Problem problem = small_problem();
  const Table key_table = random_table(4, 8, 6);
  const Table query_table = random_table(4, 8, 7);
  Deberta deberta;
  deberta.position_key = random_table(4, 8, 6);
  deberta.position_query = random_table(4, 8, 7);
  deberta.position_position = true;
  PositionStack stack;
  put(stack, std::move(deberta));
  const Terms ledger(problem, problem.call(), stack);
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    const int row = std::clamp(2 - distance_of(i), 0, 3);
    const float* position_key = key_table.row(row) + i / 9 * 4;
    const float* position_query = query_table.row(row) + i / 9 * 4;
    CHECK(std::abs(ledger.term(Term::content_position, i) - dot(query_of(problem, i), position_key, 4) / 2) < 1e-6);
    CHECK(std::abs(ledger.term(Term::position_content, i) - dot(key_of(problem, i), position_query, 4) / 2) < 1e-6);
    CHECK(std::abs(ledger.term(Term::position_position, i) - dot(position_query, position_key, 4) / 2) < 1e-6);
  }
  for (const Term t : {Term::rotation, Term::softcap, Term::bias, Term::mask}) CHECK(ledger.lacks(t));
}

TEST_CASE("bias, cap and mask are terms of their own") {
  Problem problem = small_problem();
  AttentionCall call = problem.call();
  const std::vector<float> mask = test::random_values(9, 8);
  call.mask = {mask.data(), 0, 0, 3};
  call.softcap = 0.5F;
  PositionStack stack;
  Alibi alibi;
  alibi.slopes = numbers({0.25, 0.5});
  put(stack, std::move(alibi));
  const Terms ledger(problem, call, stack);
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    const double raw = dot(query_of(problem, i), key_of(problem, i), 4) / 2;
    CHECK(std::abs(ledger.term(Term::softcap, i) - (0.5 * std::tanh(raw / 0.5) - raw)) < 1e-6);
    CHECK(ledger.term(Term::bias, i) == (i < 9 ? 0.25F : 0.5F) * static_cast<float>(distance_of(i)));
    CHECK(ledger.term(Term::mask, i) == mask[i % 9]);
  }
}

TEST_CASE("embed: content and position multiply out to the four classical terms") {
  const bool rotated = GENERATE(false, true);
  Problem problem({2, 2, 1, 3, 3, 4, 4}, 9);
  const std::vector<float> query_share = test::random_values(2 * 3 * 4, 10);  // [heads, queries, 4]
  const std::vector<float> key_share = test::random_values(3 * 4, 11);
  PositionStack stack;
  put(stack, Sinusoidal{});
  if (rotated) put(stack, Rope{});
  const AttentionCall call = problem.call();
  LedgerRows rows{4, call.query, call.key, HeadRows<const float>::contiguous(query_share.data(), 2, 3, 4),
                  HeadRows<const float>::contiguous(key_share.data(), 1, 3, 4)};
  OwnedCall owned;
  test::take_through(owned, problem, call, stack);
  std::vector<float> scores(36);
  std::vector<float> ledger(36 * kTerms, -77);
  REQUIRE(attend(owned.call, stack, {scores.data(), nullptr, ledger.data()}, &rows).ok());
  const auto term = [&](Term t, std::size_t pair) { return ledger[static_cast<std::size_t>(t) * 36 + pair]; };
  for (std::size_t i = 0; i < 36; ++i) {
    const float* qp = query_share.data() + i % 18 / 3 * 4;
    const float* kp = key_share.data() + i % 3 * 4;
    double expected[4] = {};
    for (std::size_t c = 0; c < 4; ++c) {
      const double q = static_cast<double>(problem.query[i / 3 * 4 + c]) - qp[c];
      const double k = static_cast<double>(problem.key[(i / 18 * 3 + i % 3) * 4 + c]) - kp[c];
      expected[0] += q * k / 2;
      expected[1] += q * kp[c] / 2;
      expected[2] += qp[c] * k / 2;
      expected[3] += static_cast<double>(qp[c]) * kp[c] / 2;
    }
    CHECK(std::abs(term(Term::content, i) - expected[0]) < 1e-6);
    CHECK(std::abs(term(Term::content_position, i) - expected[1]) < 1e-6);
    CHECK(std::abs(term(Term::position_content, i) - expected[2]) < 1e-6);
    CHECK(std::abs(term(Term::position_position, i) - expected[3]) < 1e-6);
    const double sum = expected[0] + expected[1] + expected[2] + expected[3] + term(Term::rotation, i);
    CHECK(std::abs(sum - scores[i]) <= kSum);
    if (!rotated) CHECK(term(Term::rotation, i) == 0.0F);
  }
}
