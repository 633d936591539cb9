// The Transformer against itself (cache, masks, shifts) and against plain double loops; logits of trained models are
// compared with transformers in tests/wasm/.
#include "model/transformer.hpp"

#include "model/add_stack.hpp"
#include "model/sampling.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/sinusoidal.hpp"
#include "position/hooked.hpp"
#include "stacks.hpp"
#include "support.hpp"

using namespace whereformer;
using whereformer::test::largest_difference;
using whereformer::test::positions_from;

namespace {

ModelSpec small_spec() {
  ModelSpec spec;
  spec.vocab = 11;
  spec.d_model = spec.embedding_size = 12;
  spec.stack.blocks = {0, 1};
  spec.stack.heads = 3;
  spec.stack.kv_heads = 1;
  spec.stack.head_dim = 6;
  spec.stack.d_ff = 17;
  return spec;
}

// Every tensor seeded by its place; returns the number of tensors.
int fill(Transformer& model, const ModelSpec& spec) {
  const StackSpec& stack = spec.stack;
  std::uint64_t seed = 100;
  int count = 0;
  const auto set = [&](const std::string& name, int rows, int columns) {
    const auto values = test::random_values(static_cast<std::size_t>(rows * columns), ++seed, 0.6F);
    REQUIRE(model.set_tensor({name, values}).ok());
    ++count;
  };
  const auto linear = [&](const std::string& name, int rows, int columns, bool bias) {
    set(name + ".weight", rows, columns);
    if (bias) set(name + ".bias", rows, 1);
  };
  const bool norm_bias = stack.norm == NormKind::layer;
  set("embedding", spec.vocab, spec.d_model);
  for (int i = 0; i < stack.layers(); ++i) {
    const std::string layer = "layers." + std::to_string(i) + ".";
    linear(layer + "norm1", spec.d_model, 1, norm_bias);
    linear(layer + "query", stack.heads * stack.head_dim, spec.d_model, stack.query_bias);
    linear(layer + "key", stack.kv_heads * stack.head_dim, spec.d_model, stack.key_bias);
    linear(layer + "value", stack.kv_heads * stack.head_dim, spec.d_model, stack.value_bias);
    linear(layer + "output", spec.d_model, stack.heads * stack.head_dim, stack.output_bias);
    linear(layer + "norm2", spec.d_model, 1, norm_bias);
    if (stack.gated_mlp) linear(layer + "mlp.gate", stack.d_ff, spec.d_model, stack.mlp_bias);
    linear(layer + "mlp.up", stack.d_ff, spec.d_model, stack.mlp_bias);
    linear(layer + "mlp.down", spec.d_model, stack.d_ff, stack.mlp_bias);
  }
  linear("finalNorm", spec.d_model, 1, norm_bias);
  if (!spec.tie_head) set("head.weight", spec.vocab, spec.d_model);
  return count;
}

struct Fixture {
  explicit Fixture(const ModelSpec& spec) {
    REQUIRE(model.build(spec).ok());
    fill(model, spec);
    REQUIRE(model.check_complete().ok());
  }

  template <class E>
  LayerPositions prepared(E encoding) const {
    LayerPositions positions;
    put(add_stack(positions), std::move(encoding));
    REQUIRE(positions.prepare(model.spec().stack, model.spec().embedding_size, 0).ok());
    return positions;
  }

  // Logits of the last tokens.
  Status read(std::span<const int> tokens, std::span<const float> at, const LayerPositions& positions, KvCache& cache,
              std::span<float> logits, const Capture& capture = {}, MaskBias mask = {}) const {
    return model.forward({.ids = tokens, .positions = at, .mask = mask}, positions, cache, nullptr, capture, logits);
  }

  // Logits of all tokens.
  std::vector<float> run(const LayerPositions& stack, float shift = 0, const Capture& capture = {}) const {
    KvCache cache = fresh_cache(static_cast<int>(ids.size()));
    std::vector<float> logits(ids.size() * 11);
    REQUIRE(read(ids, positions_from(shift, static_cast<int>(ids.size())), stack, cache, logits, capture).ok());
    return logits;
  }

  KvCache fresh_cache(int capacity) const {
    KvCache cache;
    const StackSpec& stack = model.spec().stack;
    REQUIRE(cache.allocate(stack.layers(), capacity, stack.kv_heads, stack.head_dim).ok());
    return cache;
  }

  Transformer model;
  std::vector<int> ids{3, 1, 4, 1, 5, 9, 2, 6, 10};
};

// A bias by distance that depends on the length of the text, and on a number of whoever made it.
struct LengthBias {
  static constexpr const char* type = "lengthBias";
  template <class Visitor>
  void parameters(Visitor&) {}
  Status prepare(const Geometry& geometry) {
    slope = *rate / geometry.length;
    return {};
  }
  bool follows_length() const { return true; }
  double distance_bias(int head, double distance) const { return (head + 1) * slope * distance; }

  const double* rate = nullptr;
  double slope = 0;
};

}  // namespace

TEST_CASE("a spec that asks for more than there is, is refused before anything is made of it") {
  const auto refusal = [](auto change) {
    ModelSpec spec = small_spec();
    change(spec);
    Transformer model;
    return model.build(spec);
  };
  const Status layers = refusal([](ModelSpec& spec) { spec.stack.blocks.resize(1025); });
  CHECK(std::string(layers.argument) == "spec.layers");
  const Status blocks = refusal([](ModelSpec& spec) { spec.stack.blocks = {0, 1 << 30}; });
  CHECK(std::string(blocks.argument) == "spec.blocks");
  const Status heads = refusal([](ModelSpec& spec) { spec.stack.heads = spec.stack.head_dim = 1 << 16; });
  CHECK(std::string(heads.argument) == "spec.headDim");
  CHECK(heads.got == 0x1p32);
  const Status memory = refusal([](ModelSpec& spec) { spec.vocab = spec.d_model = spec.embedding_size = 1 << 15; });
  CHECK(memory.code == Code::oom);
  CHECK(memory.got > 0x1.1p31);  // embedding and head, 2^30 values each, in 8 bits with scales
  CHECK(refusal([](ModelSpec& spec) { spec.vocab = 1 << 24; }).ok());
}

TEST_CASE("decoding token by token with a cache equals one pass over all tokens") {
  ModelSpec spec = small_spec();
  const bool gpt = GENERATE(false, true);
  if (gpt) {
    StackSpec& stack = spec.stack;
    stack.norm = NormKind::layer;
    stack.activation = Activation::gelu_tanh;
    stack.gated_mlp = false;
    stack.query_bias = stack.key_bias = stack.value_bias = stack.output_bias = stack.mlp_bias = spec.tie_head = true;
  }
  const Fixture f(spec);
  const int kind = GENERATE(0, 1, 2);
  const LayerPositions stack = kind == 0   ? f.prepared(Rope{})
                               : kind == 1 ? f.prepared(Alibi{})
                                           : f.prepared(Sinusoidal{});
  const std::vector<float> at_once = f.run(stack);

  KvCache cache = f.fresh_cache(9);
  std::vector<float> last(11);
  const int first = GENERATE(1, 4);
  const std::span<const int> ids(f.ids);
  REQUIRE(f.read(ids.first(static_cast<std::size_t>(first)), positions_from(0, first), stack, cache, last).ok());
  for (int t = first; t < 9; ++t) {
    const std::span<const float> expected(at_once.data() + static_cast<std::size_t>(t - 1) * 11, 11);
    CHECK(largest_difference(last, expected) < 1e-5);
    const auto at = static_cast<std::size_t>(t);
    REQUIRE(f.read(ids.subspan(at, 1), positions_from(static_cast<float>(t), 1), stack, cache, last).ok());
  }
}

TEST_CASE("biases that are kept from pass to pass are those of the stack as it is prepared") {
  const Fixture f(small_spec());
  double rate = 3;
  const auto prepare = [&](LayerPositions& positions, double length) {
    REQUIRE(positions.prepare(f.model.spec().stack, 12, length, 40).ok());
  };
  const auto expected = [&](double length, float shift) {
    LayerPositions fresh;
    put(add_stack(fresh), LengthBias{&rate});
    prepare(fresh, length);
    return f.run(fresh, shift);
  };
  LayerPositions kept;
  put(add_stack(kept), LengthBias{&rate});
  for (const double length : {9.0, 10.0, 31.0, 9.0}) {
    prepare(kept, length);
    for (const float shift : {0.0F, 7.0F, 0.0F}) CHECK(f.run(kept, shift) == expected(length, shift));
  }
  rate = 5;  // as a step of training changes a learned value
  kept.change(0);
  prepare(kept, 9);
  CHECK(f.run(kept) == expected(9, 0));
}

TEST_CASE("a cache that is cropped finds the biases of what follows") {
  const Fixture f(small_spec());
  const LayerPositions kept = f.prepared(Alibi{});
  KvCache cache = f.fresh_cache(20);
  std::vector<float> last(11);
  const auto feed = [&](int first, int count, const LayerPositions& positions, KvCache& to) {
    const std::span<const int> ids(f.ids);
    REQUIRE(f.read(ids.subspan(0, static_cast<std::size_t>(count)), positions_from(static_cast<float>(first), count),
                   positions, to, last)
                .ok());
    return last;
  };
  feed(0, 9, kept, cache);
  for (int token = 9; token < 13; ++token) feed(token, 1, kept, cache);
  cache.keep(4);
  const std::vector<float> found = feed(4, 3, kept, cache);
  const LayerPositions fresh = f.prepared(Alibi{});
  KvCache other = f.fresh_cache(20);
  feed(0, 9, fresh, other);
  other.keep(4);
  CHECK(found == feed(4, 3, fresh, other));
}

TEST_CASE("shifting all positions changes nothing under rope and alibi, something under sinusoids") {
  const Fixture f(small_spec());
  CHECK(largest_difference(f.run(f.prepared(Rope{})), f.run(f.prepared(Rope{}), 500)) < 2e-4);
  CHECK(largest_difference(f.run(f.prepared(Alibi{})), f.run(f.prepared(Alibi{}), 500)) < 1e-5);
  CHECK(largest_difference(f.run(f.prepared(Sinusoidal{})), f.run(f.prepared(Sinusoidal{}), 500)) > 1e-2);
}

TEST_CASE("captured attentions are causal rows that sum to 1; hidden states start with the embedding") {
  const Fixture f(small_spec());
  std::vector<float> attentions(2 * 3 * 9 * 9);
  std::vector<float> scores(attentions.size());
  std::vector<float> hidden(3 * 9 * 12);
  f.run(f.prepared(Rope{}), 0, {attentions.data(), scores.data(), hidden.data()});
  for (std::size_t row = 0; row < 2 * 3 * 9; ++row) {
    double sum = 0;
    for (std::size_t k = 0; k < 9; ++k) {
      sum += attentions[row * 9 + k];
      if (k > row % 9) {
        CHECK(attentions[row * 9 + k] == 0.0F);
        CHECK(scores[row * 9 + k] == -INFINITY);
      }
    }
    CHECK(std::abs(sum - 1) < 1e-6);
  }
  CHECK(hidden[0] == test::random_values(11 * 12, 101, 0.6F)[3 * 12]);
}

TEST_CASE("a token that the key mask hides has no influence on later tokens") {
  Fixture f(small_spec());
  const LayerPositions stack = f.prepared(Rope{});
  const float hide[] = {0, 0, -INFINITY, 0, 0, 0, 0, 0, 0};
  const auto run = [&] {
    KvCache cache = f.fresh_cache(9);
    std::vector<float> logits(9 * 11);
    REQUIRE(f.read(f.ids, positions_from(0, 9), stack, cache, logits, {}, {hide, 0, 0, 0}).ok());
    return std::vector<float>(logits.begin() + 3 * 11, logits.end());
  };
  const auto before = run();
  f.ids[2] = 7;
  CHECK(largest_difference(before, run()) == 0);
}

TEST_CASE("bad input is refused and the cache stays as it was") {
  const Fixture f(small_spec());
  const LayerPositions stack = f.prepared(Rope{});
  KvCache cache = f.fresh_cache(2);
  std::vector<float> logits(11);
  const auto forward = [&](std::vector<int> ids, std::vector<float> positions) {
    return f.read(ids, positions, stack, cache, logits);
  };
  CHECK(forward({11}, {0}).code == Code::value);
  CHECK(forward({-1}, {0}).code == Code::value);
  CHECK(forward({1, 2}, {0}).code == Code::shape);
  CHECK(forward({1, 2, 3}, {0, 1, 2}).code == Code::value);
  CHECK(cache.length() == 0);
  CHECK(forward({1}, {0}).ok());
  CHECK(cache.length() == 1);
}

TEST_CASE("missing, unknown and misshapen tensors are refused") {
  Transformer model;
  REQUIRE(model.build(small_spec()).ok());
  const auto set = [&](const char* name, const std::vector<float>& values) { return model.set_tensor({name, values}); };
  CHECK_FALSE(model.check_complete().ok());
  CHECK(model.check_complete().got == 21);
  CHECK_FALSE(set("layers.2.query.weight", std::vector<float>(18 * 12)).ok());
  CHECK_FALSE(set("nonsense", std::vector<float>(1)).ok());
  CHECK(std::string(set("nonsense", std::vector<float>(1)).word) == "nonsense");
  CHECK(set("layers.1.query.weight", std::vector<float>(18 * 12 + 1)).code == Code::shape);
  CHECK(set("layers.1.query.weight", std::vector<float>(18 * 12)).ok());
  CHECK(fill(model, small_spec()) == 21);
  CHECK(model.check_complete().ok());
}

TEST_CASE("tensors are read back as they were set; what is unknown or not loaded is empty") {
  Transformer model;
  REQUIRE(model.build(small_spec()).ok());
  Buffer<float> values;
  const auto read = [&](const char* name) {
    REQUIRE(model.read_tensor(name, values).ok());
    return std::vector<float>(values.data(), values.data() + values.size());
  };
  CHECK(read("layers.1.query.weight").empty());
  CHECK(read("nonsense").empty());
  for (const auto& [name, size] : {std::pair{"layers.1.query.weight", 18 * 12},
                                   std::pair{"layers.0.mlp.down.weight", 12 * 17}, std::pair{"embedding", 11 * 12}}) {
    const auto set = test::random_values(static_cast<std::size_t>(size), 7, 1);
    REQUIRE(model.set_tensor({name, set}).ok());
    CHECK(read(name) == set);
  }
  CHECK(read("layers.0.query.weight").empty());
}

TEST_CASE("specs that make no sense are refused by name") {
  const auto refused = [](auto change) {
    ModelSpec spec = small_spec();
    change(spec);
    Transformer model;
    return std::string(model.build(spec).argument);
  };
  CHECK(refused([](ModelSpec& s) { s.stack.heads = 0; }) == "spec.heads");
  CHECK(refused([](ModelSpec& s) { s.stack.kv_heads = 2; }) == "spec.kvHeads");
  CHECK(refused([](ModelSpec& s) { s.vocab = -5; }) == "spec.vocab");
  CHECK(refused([](ModelSpec& s) { s.stack.blocks.resize(5000); }) == "spec.layers");
}

TEST_CASE("greedy takes the first largest logit") { CHECK(greedy(std::vector<float>{1, 5, 5, 2}) == 1); }

TEST_CASE("sampling is seeded, follows the probabilities, and honours top-k and top-p") {
  const std::vector<float> logits{std::log(0.5F), std::log(0.3F), std::log(0.15F), std::log(0.05F)};
  const auto frequencies = [&](const SamplingOptions& options, std::uint64_t seed) {
    Random random(seed);
    std::vector<int> counts(4, 0);
    for (int i = 0; i < 20000; ++i) {
      int id = -1;
      REQUIRE(sample(logits, options, random, id).ok());
      ++counts[static_cast<std::size_t>(id)];
    }
    return counts;
  };
  const auto plain = frequencies({1, 0, 1}, 7);
  CHECK(plain == frequencies({1, 0, 1}, 7));
  CHECK(plain != frequencies({1, 0, 1}, 8));
  CHECK(std::abs(plain[0] / 20000.0 - 0.5) < 0.015);
  CHECK(std::abs(plain[3] / 20000.0 - 0.05) < 0.01);
  const auto top_two = frequencies({1, 2, 1}, 7);
  CHECK(top_two[2] + top_two[3] == 0);
  CHECK(std::abs(top_two[0] / 20000.0 - 0.625) < 0.015);
  const auto nucleus = frequencies({1, 0, 0.79}, 7);  // 0.5 + 0.3 reach it
  CHECK(nucleus[1] > 0);
  CHECK(nucleus[2] + nucleus[3] == 0);
  CHECK(frequencies({1, 0, 1e-9}, 7)[0] == 20000);
  CHECK(frequencies({0, 0, 1}, 7)[0] == 20000);
  const auto hot = frequencies({100, 0, 1}, 7);
  CHECK(std::abs(hot[3] / 20000.0 - 0.25) < 0.02);
}

TEST_CASE("sampling options out of range are refused by name") {
  CHECK(std::string(SamplingOptions{-1, 0, 1}.check().argument) == "temperature");
  CHECK(std::string(SamplingOptions{NAN, 0, 1}.check().argument) == "temperature");
  CHECK(std::string(SamplingOptions{1, -1, 1}.check().argument) == "topK");
  CHECK(std::string(SamplingOptions{1, 0, 0}.check().argument) == "topP");
  CHECK(std::string(SamplingOptions{1, 0, NAN}.check().argument) == "topP");
}
