// Every kind of block, embedding and head against plain loops in double; tensors that arrive in pieces; encoders and caches.
#include "model/add_stack.hpp"
#include "model/sampling.hpp"
#include "model/transformer.hpp"
#include "plain_model.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/rope.hpp"
#include "position/hooked.hpp"
#include "stacks.hpp"

using namespace whereformer;
using test::largest_difference;
using test::PlainModel;

namespace {

ModelSpec tiny_spec() {
  ModelSpec spec;
  spec.vocab = 13;
  spec.d_model = spec.embedding_size = 10;
  spec.stack.blocks = {0, 1, 2};
  spec.stack.heads = 4;
  spec.stack.kv_heads = 2;
  spec.stack.head_dim = 3;
  spec.stack.d_ff = 11;
  return spec;
}

void layer_normed(StackSpec& s) {
  s.norm = NormKind::layer;
  s.query_bias = s.key_bias = s.value_bias = s.output_bias = s.mlp_bias = true;
  s.gated_mlp = false;
  s.activation = Activation::gelu;
}

struct Kind {
  const char* name;
  void (*change)(ModelSpec&);
};

constexpr Kind kKinds[] = {
    {"pre", [](ModelSpec&) {}},
    {"pre, layer norm without bias", [](ModelSpec& s) { layer_normed(s.stack), s.stack.norm_bias = false; }},
    {"post",
     [](ModelSpec& s) {
       layer_normed(s.stack);
       s.stack.norm_place = NormPlace::post;
       s.stack.final_norm = s.stack.causal = false;
     }},
    {"both", [](ModelSpec& s) { s.stack.norm_place = NormPlace::both, s.embedding_scale = 3.2F; }},
    {"after", [](ModelSpec& s) { s.stack.norm_place = NormPlace::after; }},
    {"no first norm", [](ModelSpec& s) { s.stack.first_norm = false, layer_normed(s.stack); }},
    {"no first norm, shared blocks", [](ModelSpec& s) { s.stack.first_norm = false, s.stack.blocks = {0, 1, 0}; }},
    {"parallel, one norm", [](ModelSpec& s) { s.stack.parallel = s.stack.shared_norm = true; }},
    {"parallel, two norms", [](ModelSpec& s) { s.stack.parallel = true, layer_normed(s.stack); }},
    {"query and key normed", [](ModelSpec& s) { s.stack.query_key_norm = QueryKeyNorm::rms; }},
    {"query and key normed over all heads", [](ModelSpec& s) { s.stack.query_key_norm = QueryKeyNorm::rms_all; }},
    {"some layers without weights in it",
     [](ModelSpec& s) { s.stack.query_key_norm = QueryKeyNorm::l2, s.stack.query_key_norm_layers = {1, 0, 1}; }},
    {"biases of query and value alone", [](ModelSpec& s) { s.stack.query_bias = s.stack.value_bias = true; }},
    {"sinks", [](ModelSpec& s) { s.stack.sinks = true; }},
    {"shared blocks", [](ModelSpec& s) { s.stack.blocks = {0, 0, 1, 0}, s.stack.scale = 1; }},
    {"convolution",
     [](ModelSpec& s) {
       s.stack.conv_kernel = 3, s.stack.conv_activation = Activation::tanh, s.stack.causal = false;
       layer_normed(s.stack);
     }},
    {"types, norm and projection of embeddings, transform before the head",
     [](ModelSpec& s) {
       s.embedding_size = 7;
       s.token_types = 2, s.task_types = 3;
       s.embedding_norm = s.embedding_projection = s.tie_head = s.head_transform = s.head_bias = true;
     }},
    {"scaled, capped head with a bias", [](ModelSpec& s) { s.head_scale = 0.3F, s.softcap = 2, s.head_bias = true; }},
    {"no head", [](ModelSpec& s) { s.head = HeadKind::none; }},
    {"relu", [](ModelSpec& s) { s.stack.activation = Activation::relu, s.stack.gated_mlp = false; }},
    {"squared relu", [](ModelSpec& s) { s.stack.activation = Activation::relu2; }},
    {"tanh gelu", [](ModelSpec& s) { s.stack.activation = Activation::gelu_tanh; }},
};

LayerPositions no_positions(const StackSpec& spec, int embedding_size) {
  LayerPositions positions;
  add_stack(positions);
  REQUIRE(positions.prepare(spec, embedding_size, 0).ok());
  return positions;
}

// Whole tensors, or pieces of `units` rows or columns.
void load(Transformer& model, const PlainModel& plain, int units, bool by_column) {
  for (const auto& [name, tensor] : plain.tensors()) {
    std::vector<float> values = tensor.values;
    if (by_column) {
      for (int r = 0; r < tensor.rows; ++r) {
        for (int c = 0; c < tensor.columns; ++c) {
          values[static_cast<std::size_t>(c * tensor.rows + r)] =
              tensor.values[static_cast<std::size_t>(r * tensor.columns + c)];
        }
      }
    }
    const int all = by_column ? tensor.columns : tensor.rows;
    const int width = by_column ? tensor.rows : tensor.columns;
    for (int first = 0; first < all; first += units) {
      const int count = std::min(units, all - first);
      const std::span<const float> piece(values.data() + first * width, static_cast<std::size_t>(count * width));
      REQUIRE(model.set_tensor({name, piece, first, by_column}).ok());
    }
  }
  REQUIRE(model.check_complete().ok());
}

std::vector<float> flat(const test::Rows& rows) {
  std::vector<float> values;
  for (const auto& row : rows) values.insert(values.end(), row.begin(), row.end());
  return values;
}

KvCache cache_of(const StackSpec& spec, int capacity) {
  KvCache cache;
  REQUIRE(cache.allocate(spec.layers(), capacity, spec.kv_heads, spec.head_dim).ok());
  return cache;
}

const std::vector<int> kIds{3, 1, 4, 1, 5, 9, 2, 12, 0};
const std::vector<int> kTypes{0, 0, 1, 1, 0, 1, 0, 0, 1};

std::vector<float> run(const Transformer& model, const LayerPositions& positions, int targets = 0) {
  const ModelSpec& spec = model.spec();
  const std::size_t rows = kIds.size() + static_cast<std::size_t>(targets);
  KvCache cache = cache_of(spec.stack, static_cast<int>(kIds.size()));
  const std::vector<float> at = test::positions_from(0, static_cast<int>(rows));
  std::vector<float> result(rows * static_cast<std::size_t>(spec.result_width()));
  Reading reading{.ids = kIds, .positions = at, .targets = targets};
  if (spec.token_types > 0) reading.token_types = kTypes;
  REQUIRE(model.forward(reading, positions, cache, nullptr, {}, result).ok());
  return result;
}

}  // namespace

TEST_CASE("every kind of block, embedding and head computes what plain loops in double do") {
  for (const Kind& kind : kKinds) {
    INFO(kind.name);
    ModelSpec spec = tiny_spec();
    kind.change(spec);
    const PlainModel plain(spec);
    Transformer model;
    REQUIRE(model.build(spec).ok());
    load(model, plain, 1000, false);
    const auto got = run(model, no_positions(spec.stack, spec.embedding_size));
    CHECK(largest_difference(got, flat(plain.run(kIds, kTypes, 0, {}))) < 1e-5);
  }
}

TEST_CASE("each field of a spec matters: changing it changes the output") {
  ModelSpec spec = tiny_spec();
  const auto outcome = [](const ModelSpec& s) { return flat(PlainModel(s).run(kIds, kTypes, 0, {})); };
  const auto usual = outcome(spec);
  for (const Kind& kind : kKinds) {
    if (std::string_view(kind.name) == "pre") continue;
    INFO(kind.name);
    ModelSpec changed = spec;
    kind.change(changed);
    CHECK(largest_difference(outcome(changed), usual) > 1e-2);
  }
}

TEST_CASE("a query stream predicts from rows that no other row sees") {
  ModelSpec spec = tiny_spec();
  spec.query_stream = true;
  spec.stack.causal = false;
  const PlainModel plain(spec);
  Transformer model;
  REQUIRE(model.build(spec).ok());
  load(model, plain, 1000, false);
  const auto got = run(model, no_positions(spec.stack, spec.embedding_size), 2);
  CHECK(largest_difference(got, flat(plain.run(kIds, {}, 2, {}))) < 1e-5);
}

TEST_CASE("tensors that arrive in pieces, by rows or by columns, are the same tensors") {
  ModelSpec spec = tiny_spec();
  kKinds[11].change(spec);
  const PlainModel plain(spec);
  const auto loaded = [&](int units, bool by_column) {
    Transformer model;
    REQUIRE(model.build(spec).ok());
    load(model, plain, units, by_column);
    return run(model, no_positions(spec.stack, spec.embedding_size));
  };
  const auto whole = loaded(1000, false);
  for (const int units : {1, 2, 3, 5, 8, 9}) {
    CHECK(largest_difference(loaded(units, false), whole) == 0);
    CHECK(largest_difference(loaded(units, true), whole) == 0);
  }
}

TEST_CASE("pieces out of order, too many or incomplete are refused") {
  const ModelSpec spec = tiny_spec();
  Transformer model;
  REQUIRE(model.build(spec).ok());
  const std::vector<float> row(10);
  const auto give = [&](int first, std::size_t values = 10) {
    return model.set_tensor({"layers.1.key.weight", std::span(row).first(values), first}).code;
  };
  CHECK(give(1) == Code::shape);
  CHECK(give(0, 9) == Code::shape);
  CHECK(give(0) == Code::ok);
  CHECK(give(2) == Code::shape);
  CHECK(give(-1) == Code::shape);
  for (int r = 1; r < 6; ++r) CHECK(give(r) == Code::ok);
  CHECK(give(6) == Code::shape);
  CHECK(give(0) == Code::ok);  // from the beginning again
  CHECK_FALSE(model.check_complete().ok());
}

TEST_CASE("a decoder attends to an encoder's output through cross-attention, in one pass or token by token") {
  ModelSpec spec = tiny_spec();
  const bool post = GENERATE(false, true);
  spec.encoder = spec.stack;
  spec.encoder.causal = false;
  spec.encoder.blocks = {0, 1};
  for (StackSpec* s : {&spec.stack, &spec.encoder}) {
    if (!post) continue;
    layer_normed(*s);
    s->norm_place = NormPlace::post;
    s->final_norm = false;
    spec.embedding_norm = true;
  }
  const PlainModel plain(spec);
  Transformer model;
  REQUIRE(model.build(spec).ok());
  load(model, plain, 1000, false);
  const std::vector<int> text{7, 0, 11, 2};
  const std::vector<float> at = test::positions_from(0, 9);
  const std::span<const float> places(at);
  const LayerPositions encoder = no_positions(spec.encoder, spec.embedding_size);
  const LayerPositions decoder = no_positions(spec.stack, spec.embedding_size);
  const auto width = static_cast<std::size_t>(spec.vocab);
  const std::vector<float> expected = flat(plain.run(kIds, {}, 0, plain.encode(text)));

  Memory memory;
  REQUIRE(model.encode({.ids = text, .positions = places.first(4)}, encoder, {}, memory).ok());
  KvCache whole = cache_of(spec.stack, 9);
  std::vector<float> logits(9 * width);
  REQUIRE(model.forward({.ids = kIds, .positions = at}, decoder, whole, &memory, {}, logits).ok());
  CHECK(largest_difference(logits, expected) < 1e-5);

  KvCache stepwise = cache_of(spec.stack, 9);
  std::vector<float> last(width);
  for (std::size_t t = 0; t < 9; ++t) {
    const Reading step{.ids = std::span(kIds).subspan(t, 1), .positions = places.subspan(t, 1)};
    REQUIRE(model.forward(step, decoder, stepwise, &memory, {}, last).ok());
    CHECK(largest_difference(last, std::span(expected).subspan(t * width, width)) < 1e-5);
  }
  CHECK_FALSE(model.forward({.ids = kIds, .positions = at}, decoder, whole, nullptr, {}, logits).ok());
}

TEST_CASE("what an encoder's mask hides has no influence") {
  ModelSpec spec = tiny_spec();
  spec.encoder = spec.stack;
  spec.encoder.causal = false;
  Transformer model;
  REQUIRE(model.build(spec).ok());
  load(model, PlainModel(spec), 1000, false);
  const LayerPositions positions = no_positions(spec.stack, spec.embedding_size);
  const std::vector<float> at = test::positions_from(0, 9);
  const float hide[] = {0, -INFINITY, 0};
  const auto run_with = [&](int hidden) {
    const std::vector<int> text{7, hidden, 11};
    Memory memory;
    REQUIRE(
        model.encode({.ids = text, .positions = std::span(at).first(3), .mask = {hide, 0, 0, 0}}, positions, {}, memory)
            .ok());
    KvCache cache = cache_of(spec.stack, 9);
    std::vector<float> logits(9 * 13);
    REQUIRE(model.forward({.ids = kIds, .positions = at}, positions, cache, &memory, {}, logits).ok());
    return logits;
  };
  CHECK(largest_difference(run_with(1), run_with(12)) == 0);
}

TEST_CASE("layers may have positions of their own") {
  ModelSpec spec = tiny_spec();
  spec.stack.head_dim = 4;
  Transformer model;
  REQUIRE(model.build(spec).ok());
  load(model, PlainModel(spec), 1000, false);
  const auto outcome = [&](std::vector<int> entry_of) {
    LayerPositions positions;
    put(add_stack(positions), Alibi{});
    put(add_stack(positions), Rope{});
    use(positions, entry_of);
    REQUIRE(positions.prepare(spec.stack, spec.embedding_size, 0).ok());
    return run(model, positions);
  };
  const auto alibi = outcome({});
  CHECK(largest_difference(alibi, outcome({0, 0, 0})) == 0);
  CHECK(largest_difference(alibi, outcome({0, 1, 0})) > 1e-3);
  CHECK(largest_difference(outcome({1, 1, 1}), outcome({1, 1, 0})) > 1e-3);
  LayerPositions wrong;
  add_stack(wrong);
  use(wrong, {0, 1, 0});
  CHECK(wrong.prepare(spec.stack, spec.embedding_size, 0).code == Code::value);
  use(wrong, {0, 0});
  CHECK(wrong.prepare(spec.stack, spec.embedding_size, 0).code == Code::shape);
}

TEST_CASE("a repetition penalty makes seen ids less likely, whatever the sign of their logits") {
  std::vector<float> logits{2, -2, 1, 3};
  const std::vector<char> seen{1, 1, 0, 0};
  penalize(seen, 2, logits);
  CHECK(logits == std::vector<float>{1, -4, 1, 3});
}
