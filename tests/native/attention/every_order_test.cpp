// Encodings that renumber positions, shape scores or hide keys, in every situation.
#include "attention/cases.hpp"
#include "position/encodings/log_n.hpp"
#include "position/encodings/mask.hpp"
#include "position/encodings/randomized.hpp"
#include "position/encodings/rerope.hpp"
#include "position/encodings/self_extend.hpp"
#include "position/encodings/softcap.hpp"

using namespace whereformer;
using whereformer::test::Case;
using whereformer::test::case_of;
using whereformer::test::Shape;

namespace {

Case mask(std::string name, void (*set)(Mask&, Shape)) {
  return case_of(std::move(name), [set](Shape s) {
    Mask e;
    set(e, s);
    return e;
  });
}

std::vector<Case> mask_cases() {
  using enum Mask::Kind;
  return {
      mask("causal", [](Mask&, Shape) {}),
      mask("prefix",
           [](Mask& e, Shape) {
             e.kind = prefix;
             e.prefix = 3;
           }),
      mask("window",
           [](Mask& e, Shape) {
             e.kind = window;
             e.left = 4;
             e.right = 1;
           }),
      mask("dilated",
           [](Mask& e, Shape) {
             e.kind = dilated;
             e.left = 9;
             e.dilation = 3;
           }),
      mask("global tokens",
           [](Mask& e, Shape) {
             e.kind = global_window;
             e.globals = 2;
             e.left = 3;
             e.right = 3;
           }),
      mask("documents",
           [](Mask& e, Shape s) {
             e.kind = document;
             e.documents = numbers_of(s.tokens, [](int t) { return t / 5; });
           }),
      mask("scattered documents",
           [](Mask& e, Shape s) {
             e.kind = document;
             e.documents = numbers_of(s.tokens, [](int t) { return t % 3; });
           }),
      mask("neighborhood",
           [](Mask& e, Shape s) {
             e.kind = neighborhood;
             e.width = 4;
             e.height = std::max(3, (s.tokens + 3) / 4);
             e.kernel = 3;
           }),
      mask("block diffusion",
           [](Mask& e, Shape s) {
             e.kind = block_diffusion;
             e.width = (s.tokens + 1) / 2;
             e.block = 3;
           }),
  };
}

}  // namespace

std::vector<Case> whereformer::test::order_cases() {
  std::vector<Case> cases = mask_cases();
  cases.push_back(case_of("", [](Shape s) {
    Randomized e;
    e.below = 3 * s.tokens;
    e.seed = 7;
    return e;
  }));
  cases.push_back(case_of("", [](Shape) {
    SelfExtend e;
    e.group = 3;
    e.window = 4;
    return e;
  }));
  cases.push_back(case_of("", [](Shape) {
    Rerope e;
    e.window = 4;
    return e;
  }));
  cases.push_back(case_of("", [](Shape) {
    LogN e;
    e.train_length = 5;
    return e;
  }));
  cases.push_back(case_of("", [](Shape) {
    Softcap e;
    e.limit = 0.7;
    return e;
  }));
  return cases;
}

TEST_CASE("attention under encodings that renumber, cap or hide equals the reference") {
  whereformer::test::check_everywhere(whereformer::test::order_cases());
}
