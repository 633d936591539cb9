// Every mask at either alignment, with more queries than keys, as many and fewer: what the hooks say and what attention computes, beside
// predicates of signed indices. Queries before the first key have no document, no cell and no block, and are not global.
#include <functional>

#include "attention/pipeline.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/irope.hpp"
#include "position/encodings/mask.hpp"
#include "position/encodings/none.hpp"
#include "position/encodings/rerope.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/shaw.hpp"
#include "position/tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

namespace {

using Kind = Mask::Kind;
using Sees = std::function<bool(int query, int key)>;

struct MaskCase {
  std::string name;
  std::function<void(PositionStack&)> add;
  Sees sees;
};

int floored(int a, int b) { return static_cast<int>(std::floor(static_cast<double>(a) / b)); }

template <class Change>
MaskCase mask_case(std::string name, Kind kind, Change change, Sees sees) {
  return {std::move(name),
          [=](PositionStack& stack) {
            Mask e;
            e.kind = kind;
            change(e);
            put(stack, std::move(e));
          },
          std::move(sees)};
}

MaskCase documents(std::string name, const std::vector<double>& ids) {
  return mask_case(
      std::move(name), Kind::document, [=](Mask& e) { e.documents = numbers(ids); },
      [=](int q, int k) {
        const auto id = [&](int i) { return ids[std::min(static_cast<std::size_t>(i), ids.size() - 1)]; };
        return q >= 0 && id(q) == id(k);
      });
}

MaskCase grid(std::string name, int width, int height, int kernel) {
  const auto near = [=](int q, int k, int size) {
    return std::abs(std::clamp(q, kernel / 2, size - 1 - kernel / 2) - k) <= kernel / 2;
  };
  return mask_case(
      std::move(name), Kind::neighborhood,
      [=](Mask& e) {
        e.width = width;
        e.height = height;
        e.kernel = kernel;
      },
      [=](int q, int k) {
        if (q < 0 || q >= width * height) return false;
        return near(q / width, k / width, height) && near(q % width, k % width, width);
      });
}

MaskCase diffusion(std::string name, int clean, int block) {
  return mask_case(
      std::move(name), Kind::block_diffusion,
      [=](Mask& e) {
        e.width = clean;
        e.block = block;
      },
      [=](int q, int k) {
        if (q < 0) return false;
        const int of_query = (q < clean ? q : q - clean) / block;
        const int of_key = (k < clean ? k : k - clean) / block;
        if (k < clean) return q < clean && of_query == of_key;
        return q < clean ? of_query > of_key : of_query >= of_key;
      });
}

std::vector<MaskCase> mask_cases() {
  const auto window = [](double left, double right) {
    return [=](Mask& e) {
      e.left = left;
      e.right = right;
    };
  };
  const auto globals = [](int count) {
    return mask_case(
        std::to_string(count) + " global tokens", Kind::global_window,
        [=](Mask& e) {
          e.left = 3;
          e.right = 2;
          e.globals = count;
        },
        [=](int q, int k) { return (q >= 0 && q < count) || k < count || (q - k <= 3 && k - q <= 2); });
  };
  return {
      mask_case(
          "causal", Kind::causal, [](Mask&) {}, [](int q, int k) { return k <= q; }),
      mask_case(
          "prefix", Kind::prefix, [](Mask& e) { e.prefix = 3; }, [](int q, int k) { return k < 3 || k <= q; }),
      mask_case("window", Kind::window, window(4, 1), [](int q, int k) { return q - k <= 4 && k - q <= 1; }),
      mask_case("far window", Kind::window, window(0, 90), [](int q, int k) { return q <= k && k - q <= 90; }),
      mask_case("window to the left", Kind::window, window(kAbsent, 2), [](int q, int k) { return k - q <= 2; }),
      mask_case(
          "dilated", Kind::dilated,
          [](Mask& e) {
            e.left = 6;
            e.right = 7;
            e.dilation = 3;
          },
          [](int q, int k) { return q - k <= 6 && k - q <= 7 && std::abs(q - k) % 3 == 0; }),
      globals(0),
      globals(2),
      globals(1000),
      documents("documents", {0, 1}),
      documents("more documents", {4, 4, 4, 2, 2, 9, 9, 9, 9, 9, 9, 1}),
      documents("scattered documents", {4, 1, 4, 1, 1, 2, 2, 4, 2}),
      grid("wide grid", 7, 5, 3),
      grid("small grid", 3, 3, 3),
      grid("large grid", 13, 11, 5),
      diffusion("block diffusion", 8, 4),
      diffusion("uneven block diffusion", 7, 3),
      diffusion("one block", 5, 1 << 30),
      {"chunks",
       [](PositionStack& stack) {
         Irope e;
         e.chunk = 4;
         put(stack, std::move(e));
       },
       [](int q, int k) { return floored(q, 4) == floored(k, 4); }},
      {"one chunk",
       [](PositionStack& stack) {
         Irope e;
         e.chunk = std::numeric_limits<int>::max();
         put(stack, std::move(e));
       },
       [](int q, int) { return q >= 0; }},
      {"documents and a window",
       [](PositionStack& stack) {
         documents("", {0, 0, 0, 1, 1, 1, 1}).add(stack);
         mask_case("", Kind::window, [](Mask& e) { e.left = 2; }, {}).add(stack);
       },
       [](int q, int k) { return q >= 0 && q - k <= 2 && (std::min(q, 6) < 3) == (k < 3); }},
  };
}

constexpr int kFirstKey = 200;  // position ids of queries before it are not negative: some encodings refuse those

struct Lengths {
  int queries;
  int keys;
};

// Odd lengths: one and few queries (decode), tiles of lanes, blocks of keys.
const std::vector<Lengths>& lengths() {
  static const std::vector<Lengths> all{{1, 1}, {1, 5},   {4, 2},   {3, 11},  {9, 4},   {7, 7},
                                        {2, 1}, {37, 19}, {19, 37}, {151, 5}, {35, 149}};
  return all;
}

// Query i has index i + offset among the keys.
std::vector<int> offsets(Lengths of) {
  return of.queries == of.keys ? std::vector{0} : std::vector{0, of.keys - of.queries};
}

Band band_of(int number, int offset) {
  if (number == 0) return Band{offset};
  return number == 1 ? Band{Causal(offset)} : Band{Window(5, 3, offset)};
}

bool in_band(int number, int query, int key) {
  return number == 0 || (number == 1 ? key <= query : query - key <= 5 && key - query <= 3);
}

// Another encoding of the stack, which chooses the kernel; the ids of queries are gapped where `gapped`.
struct Companion {
  std::string name;
  std::function<void(PositionStack&)> add;
  std::function<void(Parts&, const Geometry&)> add_prepared;
  bool gapped = false;
};

template <class Make>
Companion companion(std::string name, Make make, bool gapped = false) {
  return {std::move(name), [=](PositionStack& stack) { put(stack, make()); },
          [=](Parts& parts, const Geometry& geometry) {
            auto part = make();
            prepare(part, geometry);
            parts.add(std::move(part));
          },
          gapped};
}

std::vector<Companion> companions() {
  const auto shaw = [] {
    Shaw e;
    e.key_table = random_table(9, 4, 1);
    e.value_table = random_table(9, 4, 2);
    return e;
  };
  const auto rerope = [] {
    Rerope e;
    e.window = 3;
    return e;
  };
  return {companion("nothing", [] { return None{}; }), companion("a table of biases", [] { return Alibi{}; }),
          companion(
              "biases in lanes", [] { return Alibi{}; }, true),
          companion("vectors by distance", shaw), companion("turned pairs", rerope)};
}

void check_hooks(const MaskCase& mask, Lengths of, int offset) {
  PositionStack stack;
  mask.add(stack);
  REQUIRE(stack.prepare({1, 4}).ok());
  const bool exact = !stack.has(kMasksWithHoles);
  for (int i = 0; i < of.queries; ++i) {
    const int query = i + offset;
    const KeyRange range = stack.range(query, of.keys);
    bool right = true;
    for (int key = 0; key < of.keys; ++key) {
      const bool within = key >= range.first && key < range.last;
      const bool seen = mask.sees(query, key);
      right = right && stack.visible(query, key) == seen && (exact ? within == seen : within || !seen);
    }
    INFO("query of index " << query);
    CHECK(right);
  }
}

// What attention computes where the predicate says what is hidden, as an added mask.
void check_attention(const MaskCase& mask, const Companion& beside, Lengths of, int offset, int band) {
  Problem problem({2, 2, 1, of.queries, of.keys, 4, 4}, 7);
  problem.query_positions = positions_from(static_cast<float>(kFirstKey + offset), of.queries);
  problem.key_positions = positions_from(kFirstKey, of.keys);
  for (float& p : problem.query_positions) p += beside.gapped && p > kFirstKey + 5 ? 2.0F : 0.0F;
  AttentionCall call = problem.call();
  std::vector<float> hidden;
  std::vector<bool> empty;
  for (int i = 0; i < of.queries; ++i) {
    empty.push_back(true);
    for (int key = 0; key < of.keys; ++key) {
      const bool seen = mask.sees(i + offset, key) && in_band(band, i + offset, key);
      hidden.push_back(seen ? 0 : -INFINITY);
      empty.back() = empty.back() && !seen;
    }
  }
  Parts parts;
  beside.add_prepared(parts, Geometry{2, 4, 0, 0, call.scale, 4}.over(call.query_positions).over(call.key_positions));
  if (mask.name == "chunks" || mask.name == "one chunk") {
    Irope turned;
    turned.chunk = 0;
    prepare(turned, {2, 4});
    parts.add(std::move(turned));
  }
  call.mask = {hidden.data(), 0, 0, of.keys};
  reference::attention(call, parts);
  const std::vector<float> expected = problem.output;
  call.mask = {};
  call.band = band_of(band, offset);
  PositionStack stack;
  mask.add(stack);
  beside.add(stack);
  std::fill(problem.output.begin(), problem.output.end(), -77.0F);
  run_pipeline(problem, call, stack);
  const std::vector<float> fast = problem.output;
  Maps maps;
  run_pipeline(problem, call, stack, &maps);
  CHECK(largest_difference(fast, expected) <= 4e-6);
  CHECK(largest_difference(problem.output, expected) <= 4e-6);
  bool right = true;
  for (std::size_t i = 0; i < maps.weights.size(); ++i) {
    const bool seen = hidden[i % hidden.size()] == 0;
    right = right && (maps.scores[i] > -INFINITY) == seen && (maps.weights[i] > 0) == seen;
  }
  CHECK(right);
  for (std::size_t i = 0; i < fast.size(); ++i) {
    if (empty[i / 4 % empty.size()]) right = right && fast[i] == 0 && problem.output[i] == 0;
  }
  CHECK(right);
}

}  // namespace

TEST_CASE("every mask hides what its predicate of signed indices says, at either alignment") {
  for (const MaskCase& mask : mask_cases()) {
    for (const Lengths of : lengths()) {
      for (const int offset : offsets(of)) {
        CAPTURE(mask.name, of.queries, of.keys, offset);
        check_hooks(mask, of, offset);
      }
    }
  }
}

TEST_CASE("attention under every mask is that of the visible keys, in every kernel; a query without keys gives zeros") {
  const std::vector<Companion> all = companions();
  int turn = 0;
  for (const MaskCase& mask : mask_cases()) {
    for (const Lengths of : lengths()) {
      for (const int offset : offsets(of)) {
        for (const Companion& beside : all) {
          const int band = turn++ % 3;
          CAPTURE(mask.name, beside.name, of.queries, of.keys, offset, band);
          check_attention(mask, beside, of, offset, band);
        }
      }
    }
  }
}

TEST_CASE("queries before the first key are in no document") {
  PositionStack stack;
  documents("", {0, 1}).add(stack);
  Problem problem({1, 1, 1, 4, 2, 4, 4}, 3);
  AttentionCall call = problem.call();
  call.band = Band{-2};
  Maps maps;
  run_pipeline(problem, call, stack, &maps);
  CHECK(maps.weights == std::vector<float>{0, 0, 0, 0, 1, 0, 0, 1});
}
