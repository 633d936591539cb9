// Encodings beside each other: both kernels against the reference, which asks every part for every pair.
#include "attention/cases.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/cope.hpp"
#include "position/encodings/deberta.hpp"
#include "position/encodings/forget.hpp"
#include "position/encodings/irope.hpp"
#include "position/encodings/kerple.hpp"
#include "position/encodings/log_n.hpp"
#include "position/encodings/mask.hpp"
#include "position/encodings/pope.hpp"
#include "position/encodings/randomized.hpp"
#include "position/encodings/rerope.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/self_extend.hpp"
#include "position/encodings/shaw.hpp"
#include "position/encodings/softcap.hpp"
#include "position/encodings/t5_buckets.hpp"
#include "position/encodings/transformer_xl.hpp"
#include "position/encodings/xpos.hpp"
#include "stacks.hpp"

using namespace whereformer;
using whereformer::test::Case;
using whereformer::test::composition;
using whereformer::test::random_table;
using whereformer::test::Shape;

namespace {

const auto rope = [](Shape) { return Rope{}; };
const auto alibi = [](Shape) { return Alibi{}; };
const auto log_n = [](Shape) {
  LogN e;
  e.train_length = 5;
  return e;
};
const auto softcap = [](Shape) {
  Softcap e;
  e.limit = 0.6;
  return e;
};
const auto self_extend = [](Shape) {
  SelfExtend e;
  e.group = 3;
  e.window = 4;
  return e;
};
const auto rerope = [](Shape) {
  Rerope e;
  e.window = 6;
  return e;
};
const auto randomized = [](Shape s) {
  Randomized e;
  e.below = 4 * s.tokens;
  return e;
};
const auto rope_of_values = [](Shape) {
  Rope e;
  e.rotate_values = true;
  return e;
};
const auto pope = [](Shape s) {
  Pope e;
  e.phases = random_table(s.heads, s.head_dim, 1);
  return e;
};
const auto normed_irope = [](Shape) {
  Irope e;
  e.qk_norm = true;
  return e;
};
const auto t5 = [](Shape s) {
  T5Buckets e;
  e.table = random_table(32, s.heads, 2);
  return e;
};
const auto kerple = [](Shape s) {
  Kerple e;
  e.r1 = numbers(s.heads, 0.5);
  e.r2 = numbers(s.heads, 1.5);
  return e;
};
const auto forget = [](Shape s) {
  Forget e;
  e.gate_logits = random_table(s.tokens, s.heads, 3, 3);
  return e;
};
const auto shaw = [](Shape s) {
  Shaw e;
  e.key_table = random_table(9, s.head_dim, 4);
  e.value_table = random_table(9, s.value_dim, 5);
  return e;
};
const auto deberta = [](Shape s) {
  Deberta e;
  e.position_key = random_table(12, s.heads * s.head_dim, 6);
  e.position_query = random_table(12, s.heads * s.head_dim, 7);
  e.position_position = true;
  return e;
};
const auto transformer_xl = [](Shape s) {
  TransformerXl e;
  e.weight = random_table(s.heads * s.head_dim, 6, 8, 0.5F);
  e.content_bias = random_table(s.heads, s.head_dim, 9);
  e.position_bias = random_table(s.heads, s.head_dim, 10);
  return e;
};
const auto cope = [](Shape s) {
  Cope e;
  e.table = random_table(9, s.head_dim, 11);
  return e;
};

Mask mask_of(Mask::Kind kind) {
  Mask e;
  e.kind = kind;
  return e;
}
const auto window = [](Shape) {
  Mask e = mask_of(Mask::Kind::window);
  e.left = 5;
  e.right = 2;
  return e;
};
const auto prefix = [](Shape) {
  Mask e = mask_of(Mask::Kind::prefix);
  e.prefix = 4;
  return e;
};
// Two interleaved documents: a mask with holes.
const auto documents = [](Shape s) {
  Mask e = mask_of(Mask::Kind::document);
  e.documents = numbers_of(s.tokens, [](int t) { return t % 7 < 4 ? 0 : 1; });
  return e;
};

}  // namespace

std::vector<Case> whereformer::test::compositions() {
  return {
      composition("", 2, rope, alibi),
      composition("", 2, rope, t5, window),
      composition("", 2, self_extend, rope),
      composition("", 2, rerope, rope, log_n),
      composition("", 1, self_extend, alibi),
      composition("", 1, shaw, deberta),
      composition("", 1, pope, shaw),
      composition("", 2, normed_irope, pope),
      composition("", 1, transformer_xl, prefix),
      composition("", 2, randomized, rope),
      composition("", 2, softcap, rope, kerple),
      composition(
          "", 2, [](Shape) { return Xpos{}; }, documents),
      // distances that are set, beside everything that asks for one or for the tokens' own positions
      composition("", 1, self_extend, shaw, forget),
      composition("", 1, pope, rerope, transformer_xl),
      composition("", 2, self_extend, rope_of_values, cope, documents),
      composition("", 2, randomized, rerope, rope, t5),
      composition("", 2, cope, rope, shaw, softcap, documents),
      composition("", 1, alibi, alibi, prefix, window),
  };
}

TEST_CASE("attention under composed encodings equals the reference") {
  whereformer::test::check_everywhere(whereformer::test::compositions());
}
