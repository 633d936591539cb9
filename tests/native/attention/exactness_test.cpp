// The whole attention call against the double reference: every length, width and number of heads, and drawn situations.
#include "attention/situation.hpp"
#include "effort.hpp"
#include "position/encodings/mask.hpp"

using namespace whereformer;
using namespace whereformer::test;

namespace {

constexpr int kSituations = kOneOf > 100 ? 150 : kOneOf > 1 ? 500 : 2000;

void check(const Situation& situation, int rows = 6) {
  INFO(described(situation));
  const Outcome outcome = Stage(situation).run(rows);
  CHECK(outcome.difference <= 1);
  CHECK(outcome.sum_error <= 1e-6);
  CHECK(outcome.gaps_untouched);
}

// Draws one situation.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) { s_.seed = seed; }

  Situation situation() {
    s_.plan = &plans()[static_cast<std::size_t>(below(static_cast<int>(plans().size())))];
    sizes();
    s_.layout = {below(4), one_in(2) ? 0 : 1 + below(5), one_in(3)};
    s_.ids = one_in(4) ? Ids::gapped : one_in(3) ? Ids::shifted : Ids::counted;
    band();
    if (one_in(4)) mask();
    if (one_in(5)) added_mask();
    if (one_in(8)) s_.softcap = 3;
    if (one_in(6)) s_.spread = one_in(2) ? 140.0F : 4.0F;  // scores up to ±1e4
    if (one_in(5)) poison();
    return std::move(s_);
  }

 private:
  int below(int count) { return static_cast<int>(random_.uniform() * count); }
  bool one_in(int count) { return below(count) == 0; }
  // 0 … most, small ones more often
  int size_to(int most) { return static_cast<int>(std::pow(most + 1.0, random_.uniform() * 1.02) - 1) % (most + 1); }

  void sizes() {
    Sizes& n = s_.sizes;
    n.kv_heads = 1 + size_to(16);
    n.heads = n.kv_heads * (1 + below(17 / n.kv_heads));
    n.batch = 1 + below(2);
    n.keys = size_to(513);
    n.queries = one_in(2) ? n.keys : size_to(513);
    n.head_dim = 1 + size_to(129);
    n.value_dim = one_in(2) ? n.head_dim : 1 + size_to(129);
    // one situation costs some milliseconds at most
    const auto work = [&] { return 1.0 * n.batch * n.heads * n.queries * n.keys * (n.head_dim + n.value_dim + 20); };
    while (work() > 8e6) (n.batch > 1 ? n.batch : n.queries) /= 2;
  }

  void band() {
    const int offset = one_in(2) ? s_.sizes.keys - s_.sizes.queries : below(40) - 20;
    const int left = size_to(200);
    const int right = size_to(60);
    const Band bands[] = {{}, Causal(offset), Causal(offset), Window(left, 0, offset), Window(left, right, offset)};
    s_.band = bands[below(5)];
  }

  // Masks of the stack count queries from the first key on.
  void mask() {
    using Kind = Mask::Kind;
    constexpr Kind kKinds[] = {Kind::causal,  Kind::prefix,        Kind::window,
                               Kind::dilated, Kind::global_window, Kind::document};
    const Sizes& n = s_.sizes;
    s_.band.offset = std::max(s_.band.offset, 0);
    Mask m;
    m.kind = kKinds[below(6)];
    m.prefix = size_to(200);
    m.left = size_to(100);
    m.right = size_to(100);
    m.dilation = 1 + below(3);
    m.globals = below(3);
    const int length = 1 + size_to(40);
    const int documents = one_in(3) ? 2 : 1000;  // two interleaved leave holes
    m.documents = numbers_of(n.keys + n.queries + s_.band.offset + 1, [&](int t) { return t / length % documents; });
    s_.mask = std::make_shared<Mask>(std::move(m));
  }

  void added_mask() {
    const Sizes& n = s_.sizes;
    const auto row = static_cast<std::size_t>(std::max(n.keys, 1));
    s_.added_mask = random_values(static_cast<std::size_t>(n.heads * n.queries) * row, s_.seed + 3);
    const int hidden = 1 + below(9);  // of ten
    for (std::size_t i = 0; i < s_.added_mask.size(); ++i) {
      const bool blind = i / row % 7 == 3;  // these queries see nothing
      if (blind || below(10) < hidden) s_.added_mask[i] = -INFINITY;
    }
  }

  void poison() {
    const Sizes& n = s_.sizes;
    const float values[] = {NAN, INFINITY, -INFINITY};
    Poison p;
    p.side = "qkv"[below(3)];
    const int rows = n.batch * (p.side == 'q' ? n.heads * n.queries : n.kv_heads * n.keys);
    if (rows == 0) return;
    p.row = below(rows);
    p.channel = below(p.side == 'v' ? n.value_dim : n.head_dim);
    p.value = values[p.side != 'v' && s_.plan->some_vectors ? 0 : below(3)];
    s_.poison = p;
  }

  Random random_;
  Situation s_;
};

}  // namespace

TEST_CASE("attention in drawn situations equals the reference, and weights sum to 1 within 1e-6") {
  for (int seed = 0; seed < kSituations; ++seed) check(Draw(static_cast<std::uint64_t>(seed)).situation());
}

TEST_CASE("attention of every length from 0 to 513 equals the reference, whole and causal") {
  for (int n = 0; n <= 513; n += kOneOf > 100 ? 27 : kOneOf > 1 ? 3 : 1) {
    Situation s;
    s.sizes = {1, 1, 1, n, n, 1 + n % 9, 1 + n % 5};
    s.seed = static_cast<std::uint64_t>(n);
    s.layout.offset = n % 4;
    check(s, 2);
    s.band = Causal();
    s.plan = &plans()[static_cast<std::size_t>(n) % plans().size()];
    check(s, 2);
  }
}

TEST_CASE("attention over thousands of keys equals the reference, and weights sum to 1 within 1e-6") {
  for (const int n : {1021, 4096, 16384}) {
    for (const float spread : {0.0F, 1.0F, 4.0F}) {
      Situation s;
      s.sizes = {1, 1, 1, 3, n, 4, 3};
      s.seed = static_cast<std::uint64_t>(n);
      s.spread = spread;
      check(s, 3);
      s.plan = &plans()[static_cast<std::size_t>(n) % plans().size()];
      check(s, 3);
    }
  }
}

TEST_CASE("among scores of ±1e4 the largest takes everything, and equal ones share it") {
  for (const int n : {2, 7, 97, 201}) {
    Problem problem({1, 1, 1, 2, n + 1, 1, 3}, 5);
    problem.query = {100, -100};
    for (int k = 0; k < n; ++k) problem.key[static_cast<std::size_t>(k)] = static_cast<float>(37 * k % n - n / 2);
    const auto [smallest, largest] = std::minmax_element(problem.key.begin(), problem.key.end() - 1);
    problem.key.back() = *smallest;  // twice
    PositionStack stack;
    REQUIRE(stack.prepare(problem.geometry()).ok());
    REQUIRE(attend(problem.call(), stack).ok());
    CAPTURE(n);
    for (std::ptrdiff_t c = 0; c < 3; ++c) {
      const auto value = [&](auto key) { return double{problem.value.begin()[3 * (key - problem.key.begin()) + c]}; };
      const double shared = (value(smallest) + value(problem.key.end() - 1)) / 2;
      CHECK(std::abs(problem.output.begin()[c] - value(largest)) <= 3e-7);
      CHECK(std::abs(problem.output.begin()[3 + c] - shared) <= 3e-7);
    }
  }
}

TEST_CASE("attention of every width from 1 to 130 equals the reference, values of another width") {
  for (int width = 1; width <= 130; width += kOneOf > 100 ? 7 : 1) {
    Situation s;
    s.sizes = {1, 1, 1, 37, 101, width, 131 - width};
    s.seed = static_cast<std::uint64_t>(width);
    s.layout = {1, width % 3, false};
    s.band = Causal(64);
    s.plan = &plans()[static_cast<std::size_t>(width) % plans().size()];
    check(s);
  }
}

TEST_CASE("attention of every number of heads from 1 to 17, with every number of key heads that divides it") {
  for (int heads = 1; heads <= 17; ++heads) {
    for (int kv_heads = 1; kv_heads <= heads; ++kv_heads) {
      if (heads % kv_heads != 0) continue;
      Situation s;
      s.sizes = {2, heads, kv_heads, 19, 23, 5, 7};
      s.seed = static_cast<std::uint64_t>(100 * heads + kv_heads);
      s.layout = {1, 2, heads % 2 == 0};
      s.plan = &plans()[static_cast<std::size_t>(heads) % plans().size()];
      check(s);
    }
  }
}
