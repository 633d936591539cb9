// The row kernel where rows are not finite: what is hidden does not leak, what is seen shows, as in the reference.
#include "attention/rows/row.hpp"

#include "attention/cases.hpp"
#include "position/encodings/cope.hpp"
#include "position/encodings/mask.hpp"
#include "position/encodings/none.hpp"
#include "position/encodings/rerope.hpp"
#include "position/encodings/shaw.hpp"

using namespace whereformer;
using whereformer::test::Case;
using whereformer::test::case_of;
using whereformer::test::Problem;
using whereformer::test::random_table;
using whereformer::test::Shape;

namespace {

// Content, values and mask in the forms that only the row kernel supports, or that tables support too.
std::vector<Case> hooks() {
  return {
      case_of("vectors by distance",
              [](Shape s) {
                Shaw e;
                e.key_table = random_table(5, s.head_dim, 1);
                e.value_table = random_table(5, s.value_dim, 2);
                return e;
              }),
      case_of("content by row",
              [](Shape s) {
                Cope e;
                e.table = random_table(6, s.head_dim, 3);
                return e;
              }),
      case_of("holes in the mask",
              [](Shape) {
                Mask e;
                e.kind = Mask::Kind::dilated;
                e.dilation = 2;
                return e;
              }),
      case_of("set distances",
              [](Shape) {
                Rerope e;
                e.window = 3;
                return e;
              }),
  };
}

void fill_row(std::vector<float>& rows, int row, float x) {
  for (std::size_t c = 0; c < 4; ++c) rows[4 * static_cast<std::size_t>(row) + c] = x;
}

int not_finite(const Problem& problem) {
  int count = 0;
  for (const float x : problem.output) count += std::isfinite(x) ? 0 : 1;
  return count;
}

}  // namespace

TEST_CASE("NaN and infinity in hidden keys and values do not leak under any hook") {
  const float poison = GENERATE(NAN, INFINITY, -INFINITY);
  const float other = GENERATE(NAN, INFINITY);
  for (const Case& hook : hooks()) {
    CAPTURE(hook.name, poison, other);
    Problem problem({1, 1, 1, 9, 9, 4, 4}, 21);
    fill_row(problem.key, 8, poison);
    fill_row(problem.value, 8, other);
    AttentionCall call = problem.call();
    call.band = Causal(-1);  // no query sees key 8
    CHECK(hook.difference(problem, call) <= test::kTolerance);
    CHECK(not_finite(problem) == 0);
    call.band = Causal();  // query 8 does
    CHECK(hook.difference(problem, call) <= test::kTolerance);
    CHECK(not_finite(problem) == 4);
  }
}

TEST_CASE("holes in a mask hide NaN from every other query") {
  Problem problem({1, 1, 1, 9, 9, 4, 4}, 23);
  fill_row(problem.key, 4, NAN);
  fill_row(problem.value, 4, NAN);
  CHECK(hooks()[2].difference(problem, problem.call()) <= test::kTolerance);
  CHECK(not_finite(problem) == 5 * 4);
}

TEST_CASE("visible NaN and infinity show as they do in the reference") {
  const float poison = GENERATE(NAN, INFINITY, -INFINITY);
  const int side = GENERATE(0, 1, 2);
  for (const Case& hook : hooks()) {
    CAPTURE(hook.name, poison, side);
    Problem problem({1, 2, 1, 5, 7, 4, 4}, 25);
    (side == 0 ? problem.query : side == 1 ? problem.key : problem.value)[9] = poison;
    CHECK(hook.difference(problem, problem.call()) <= test::kTolerance);
    if (std::isnan(poison)) CHECK(not_finite(problem) > 0);
  }
}

TEST_CASE("a score of minus infinity weighs nothing, and its value counts as seen") {
  Problem problem({1, 1, 1, 2, 5, 4, 4}, 27);
  fill_row(problem.query, 0, 1);
  fill_row(problem.query, 1, 1);
  fill_row(problem.key, 2, -INFINITY);
  CHECK(test::difference(problem, problem.call(), [] { return None{}; }) <= test::kTolerance);
  CHECK(not_finite(problem) == 0);
  fill_row(problem.value, 2, NAN);  // 0 · NaN
  CHECK(test::difference(problem, problem.call(), [] { return None{}; }) <= test::kTolerance);
  CHECK(not_finite(problem) == 8);
}

TEST_CASE("NaN and plus infinity in an added mask show in the rows that see them") {
  const float poison = GENERATE(NAN, INFINITY);
  Problem problem({1, 1, 1, 3, 20, 4, 4}, 29);
  std::vector<float> mask(60, 0);
  mask[25] = poison;
  AttentionCall call = problem.call();
  call.mask = {mask.data(), 0, 0, 20};
  CHECK(test::difference(problem, call, [] { return None{}; }) <= test::kTolerance);
  CHECK(not_finite(problem) == 4);
  call.band = Causal(3);  // query 1 does not see key 5
  CHECK(test::difference(problem, call, [] { return None{}; }) <= test::kTolerance);
  CHECK(not_finite(problem) == 0);
}
