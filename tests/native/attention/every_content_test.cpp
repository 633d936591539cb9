// Encodings that add content or values, in every situation.
#include "attention/cases.hpp"
#include "position/encodings/cope.hpp"
#include "position/encodings/deberta.hpp"
#include "position/encodings/relative_key.hpp"
#include "position/encodings/shaw.hpp"
#include "position/encodings/transformer_xl.hpp"
#include "position/encodings/xlnet.hpp"

using namespace whereformer;
using whereformer::test::Case;
using whereformer::test::case_of;
using whereformer::test::random_table;
using whereformer::test::Shape;

namespace {

Case shaw(std::string name, bool values) {
  return case_of(std::move(name), [=](Shape s) {
    Shaw e;
    e.key_table = random_table(9, s.head_dim, 1);
    if (values) e.value_table = random_table(9, s.value_dim, 2);
    return e;
  });
}

Case relative_key(std::string name, RelativeKey::Terms terms) {
  return case_of(std::move(name), [=](Shape s) {
    RelativeKey e;
    e.terms = terms;
    e.table = random_table(2 * s.tokens - 1, s.head_dim, 3);
    return e;
  });
}

template <class E>
E transformer_xl(Shape s, int clamp) {
  E e;
  e.clamp_length = clamp;
  e.weight = random_table(s.heads * s.head_dim, 6, 4, 0.5F);
  e.content_bias = random_table(s.heads, s.head_dim, 5);
  e.position_bias = random_table(s.heads, s.head_dim, 6);
  return e;
}

Xlnet segmented(Shape s) {
  Xlnet e = transformer_xl<Xlnet>(s, 0);
  e.segment_table = random_table(2, s.heads * s.head_dim, 7);
  e.segment_bias = random_table(s.heads, s.head_dim, 8);
  e.segments = numbers_of(s.tokens, [](int t) { return t % 5 < 3 ? 0 : 1; });
  return e;
}

Case deberta(std::string name, void (*set)(Deberta&, Shape)) {
  return case_of(std::move(name), [=](Shape s) {
    Deberta e;
    e.position_key = random_table(12, s.heads * s.head_dim, 9);
    e.position_query = random_table(12, s.heads * s.head_dim, 10);
    set(e, s);
    return e;
  });
}

Case cope(std::string name, Cope::Where where, int rows) {
  return case_of(std::move(name), [=](Shape s) {
    Cope e;
    e.where = where;
    e.table = random_table(rows, s.head_dim, 11);
    return e;
  });
}

}  // namespace

std::vector<Case> whereformer::test::content_cases() {
  return {
      shaw("keys", false),
      shaw("keys and values", true),
      relative_key("key", RelativeKey::Terms::key),
      relative_key("key and query", RelativeKey::Terms::key_query),
      case_of("", [](Shape s) { return transformer_xl<TransformerXl>(s, 0); }),
      case_of("clamped", [](Shape s) { return transformer_xl<TransformerXl>(s, 5); }),
      case_of("", [](Shape s) { return transformer_xl<Xlnet>(s, 0); }),
      case_of("segments", segmented),
      deberta("c2p and p2c", [](Deberta&, Shape) {}),
      deberta("p2c alone", [](Deberta& e, Shape) { e.position_key = {}; }),
      deberta("p2p, transposed",
              [](Deberta& e, Shape) {
                e.position_position = true;
                e.transposed = true;
              }),
      deberta("buckets, swapped",
              [](Deberta& e, Shape) {
                e.buckets = 6;
                e.max_distance = 30;
                e.swapped = true;
              }),
      cope("", Cope::Where::before_scale, 64),
      cope("after the scale, few rows", Cope::Where::after_scale, 4),
  };
}

TEST_CASE("attention under encodings that add content or values equals the reference") {
  whereformer::test::check_everywhere(whereformer::test::content_cases());
}
