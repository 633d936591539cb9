// Encodings that add a bias, in every situation.
#include "attention/cases.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/buckets.hpp"
#include "position/encodings/fire.hpp"
#include "position/encodings/forget.hpp"
#include "position/encodings/graphormer.hpp"
#include "position/encodings/kerple.hpp"
#include "position/encodings/mlp_bias.hpp"
#include "position/encodings/relative_bias.hpp"
#include "position/encodings/relative_projection.hpp"
#include "position/encodings/sandwich.hpp"
#include "position/encodings/swin.hpp"
#include "position/encodings/swin_v2.hpp"
#include "position/encodings/t5_buckets.hpp"
#include "position/encodings/tupe.hpp"
#include "stacks.hpp"

using namespace whereformer;
using whereformer::test::Case;
using whereformer::test::case_of;
using whereformer::test::random_table;
using whereformer::test::random_values;
using whereformer::test::Shape;

namespace {

std::vector<double> head_numbers(Shape s, std::uint64_t seed) {
  std::vector<double> numbers;
  for (const float x : random_values(static_cast<std::size_t>(s.heads), seed)) numbers.push_back(0.6 + 0.5 * x);
  return numbers;
}

Case alibi(std::string name, void (*set)(Alibi&, Shape)) {
  return case_of(std::move(name), [set](Shape s) {
    Alibi e;
    set(e, s);
    return e;
  });
}

Case kerple(std::string name, Kerple::Kind kind) {
  return case_of(std::move(name), [kind](Shape s) {
    Kerple e;
    e.kind = kind;
    e.r1 = numbers(head_numbers(s, 1));
    e.r2 = numbers(head_numbers(s, 2));
    return e;
  });
}

// `spread` keeps biases near [−1, 1]: larger ones carry the rounding of their size into the scores.
template <class E>
E with_layers(Shape s, float spread) {
  E e;
  e.weight1 = random_table(7, 1, 3, spread);
  e.bias1 = random_table(1, 7, 4);
  e.weight2 = random_table(s.heads, 7, 5);
  e.bias2 = random_table(1, s.heads, 6);
  return e;
}

MlpBias deep_mlp(Shape s) {
  MlpBias e = with_layers<MlpBias>(s, 1);
  e.log = true;
  e.weight2 = random_table(5, 7, 5);
  e.bias2 = {};
  e.weight3 = random_table(s.heads, 5, 7);
  e.bias3 = random_table(1, s.heads, 8);
  return e;
}

Case buckets(std::string name, bool directional) {
  return case_of(std::move(name), [=](Shape s) {
    Buckets e;
    e.directional = directional;
    e.table = random_table(directional ? 9 : 5, s.heads, 9);
    return e;
  });
}

Case t5(std::string name, bool bidirectional, T5Buckets::Scores scores) {
  return case_of(std::move(name), [=](Shape s) {
    T5Buckets e;
    e.bidirectional = bidirectional;
    e.max_distance = 40;
    e.scores = scores;
    e.table = random_table(16, s.heads, 10);
    return e;
  });
}

Swin swin(Shape s) {
  Swin e;
  e.width = 4;
  e.height = (s.tokens + 3) / 4;
  e.table = random_table((2 * e.height - 1) * 7, s.heads, 11);
  return e;
}

SwinV2 swin_v2(Shape s, bool pretrained) {
  SwinV2 e;
  e.width = 4;
  e.height = (s.tokens + 3) / 4;
  e.weight1 = random_table(6, 2, 12);
  e.bias1 = random_table(1, 6, 13);
  e.weight2 = random_table(s.heads, 6, 14);
  if (!pretrained) return e;
  e.pretrained_width = e.pretrained_height = 3;
  e.logit_scale = numbers(s.heads, 1.5);
  return e;
}

Graphormer graphormer(Shape s) {
  Graphormer e;
  e.distances.rows = e.distances.columns = s.tokens;
  std::vector<float> steps = random_values(static_cast<std::size_t>(s.tokens) * static_cast<std::size_t>(s.tokens), 15);
  for (float& x : steps) x = std::floor(2.5F * (x + 1));
  REQUIRE(e.distances.values.copy_from(steps).ok());
  e.table = random_table(6, s.heads, 16);
  return e;
}

Case tupe(std::string name, bool first, bool with_buckets) {
  return case_of(std::move(name), [=](Shape s) {
    Tupe e;
    e.query_table = random_table(s.tokens, s.heads * s.head_dim, 17);
    e.key_table = random_table(s.tokens, s.heads * s.head_dim, 18);
    if (first) e.first = random_table(2, s.heads, 19);
    if (with_buckets) e.bucket_table = random_table(17, s.heads, 20);
    return e;
  });
}

Forget forget(Shape s) {
  Forget e;
  e.gate_logits = random_table(s.tokens, s.heads, 21, 3);
  return e;
}

RelativeProjection relative_projection(Shape s) {
  RelativeProjection e;
  e.weights = random_table(s.tokens, s.heads * 3, 22);
  e.curves = random_table(3, 12, 23);
  return e;
}

RelativeBias relative_bias(Shape s) {
  RelativeBias e;
  e.table = random_table(11, s.heads, 24);
  return e;
}

}  // namespace

std::vector<Case> whereformer::test::bias_cases() {
  return {
      alibi("", [](Alibi&, Shape) {}),
      alibi("symmetric", [](Alibi& e, Shape) { e.symmetric = true; }),
      alibi("slopes ahead, before the scale",
            [](Alibi& e, Shape s) {
              e.forward_slopes = numbers(head_numbers(s, 25));
              e.before_scale = true;
            }),
      alibi("by key", [](Alibi& e, Shape) { e.keyed = Alibi::Keyed::key; }),
      alibi("by key, rounded", [](Alibi& e, Shape) { e.keyed = Alibi::Keyed::rounded_key, e.before_scale = true; }),
      kerple("log", Kerple::Kind::log),
      kerple("power", Kerple::Kind::power),
      case_of("", [](Shape) { return Sandwich{}; }),
      case_of("", [](Shape s) { return with_layers<Fire>(s, 1); }),
      case_of("", [](Shape s) { return with_layers<MlpBias>(s, 0.05F); }),
      case_of("three layers of a logarithm", deep_mlp),
      case_of("", relative_bias),
      buckets("", false),
      buckets("directional", true),
      t5("", true, T5Buckets::Scores::unscaled),
      t5("one-sided, scaled", false, T5Buckets::Scores::scaled),
      case_of("", swin),
      case_of("", [](Shape s) { return swin_v2(s, false); }),
      case_of("pretrained", [](Shape s) { return swin_v2(s, true); }),
      case_of("", graphormer),
      tupe("", false, false),
      tupe("first token and buckets", true, true),
      case_of("", forget),
      case_of("", relative_projection),
  };
}

TEST_CASE("attention under encodings that add a bias equals the reference") {
  whereformer::test::check_everywhere(whereformer::test::bias_cases());
}
