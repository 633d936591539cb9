#include "position/encodings/mask.hpp"

#include <functional>

#include "stacks.hpp"
#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Mask> && Masks<Mask>);

namespace {

using Kind = Mask::Kind;
using Sees = std::function<bool(int query, int key)>;

Mask mask(Kind kind, const std::function<void(Mask&)>& change = [](Mask&) {}) {
  Mask e;
  e.kind = kind;
  change(e);
  REQUIRE(out_of_range(e).empty());
  REQUIRE(e.prepare({}).ok());
  return e;
}

// Each pair equals `sees`; the range is from the first visible key to the last, and exact_range holds if the encoding declares it.
void check_mask(const Mask& e, int queries, int keys, const Sees& sees) {
  for (int query = 0; query < queries; ++query) {
    int first = keys;
    int last = 0;
    int count = 0;
    for (int key = 0; key < keys; ++key) {
      INFO("query " << query << ", key " << key);
      CHECK(e.visible(query, key) == sees(query, key));
      if (!sees(query, key)) continue;
      first = std::min(first, key);
      last = key + 1;
      ++count;
    }
    INFO("query " << query);
    const KeyRange range = e.range(query, keys);
    if (count > 0) CHECK((range.first <= first && range.last >= last));
    if (e.exact_range()) CHECK(std::max(range.last - range.first, 0) == count);
    CHECK((range.first >= 0 && range.last <= keys));
  }
}

}  // namespace

TEST_CASE("causal: a query sees itself and what came before") {
  const Mask e = mask(Kind::causal);
  CHECK(e.exact_range());
  check_mask(e, 9, 7, [](int q, int k) { return k <= q; });
}

TEST_CASE("prefix: everybody sees the prefix, the rest is causal") {
  const int prefix = GENERATE(0, 1, 4, 20);
  const Mask e = mask(Kind::prefix, [&](Mask& m) { m.prefix = prefix; });
  CHECK(e.exact_range());
  check_mask(e, 9, 7, [&](int q, int k) { return k < prefix || k <= q; });
}

TEST_CASE("window: so many keys back and ahead, all where nothing is said") {
  const auto [left, right] = GENERATE(table<double, double>(
      {{0, 0}, {2, 0}, {3, 1}, {100, 1}, {kAbsent, 0}, {1, kAbsent}, {kAbsent, kAbsent}, {1e30, 0}}));
  const Mask e = mask(Kind::window, [&, back = left, ahead = right](Mask& m) {
    m.left = back;
    m.right = ahead;
  });
  CHECK(e.exact_range());
  check_mask(e, 9, 11, [back = left, ahead = right](int q, int k) { return !(q - k > back) && !(k - q > ahead); });
}

TEST_CASE("dilated: every n-th key of the window, both ways") {
  const int dilation = GENERATE(1, 2, 3);
  const Mask e = mask(Kind::dilated, [&](Mask& m) {
    m.left = m.right = 4;
    m.dilation = dilation;
  });
  check_mask(e, 12, 12, [&](int q, int k) { return std::abs(q - k) <= 4 && std::abs(q - k) % dilation == 0; });
}

TEST_CASE("globalWindow: the first tokens see all and are seen by all, the rest a window") {
  const int globals = GENERATE(0, 1, 3, 40);
  const Mask e = mask(Kind::global_window, [&](Mask& m) {
    m.left = 2;
    m.right = 1;
    m.globals = globals;
  });
  check_mask(e, 13, 13, [&](int q, int k) { return q < globals || k < globals || (q - k <= 2 && k - q <= 1); });
}

TEST_CASE("document: the same id, in one piece or in several, and on past the list") {
  const std::vector<double> whole{4, 4, 2, 2, 2, 9};
  const std::vector<double> torn{0, 0, 1, 0, 1, 1};
  const bool contiguous = GENERATE(true, false);
  const std::vector<double>& ids = contiguous ? whole : torn;
  const Mask e = mask(Kind::document, [&](Mask& m) { m.documents = numbers(ids); });
  CHECK(e.exact_range() == contiguous);
  const auto id = [&](int i) { return ids[std::min<std::size_t>(static_cast<std::size_t>(i), 5)]; };
  check_mask(e, 8, 8, [&](int q, int k) { return id(q) == id(k); });
}

TEST_CASE("neighborhood: kernel × kernel keys around the query, pushed inside at the borders") {
  const auto [width, height, kernel] =
      GENERATE(table<int, int, int>({{5, 5, 3}, {5, 5, 5}, {3, 7, 3}, {7, 3, 3}, {4, 6, 1}}));
  const Mask e = mask(Kind::neighborhood, [&, w = width, h = height, n = kernel](Mask& m) {
    m.width = w;
    m.height = h;
    m.kernel = n;
  });
  const auto near = [n = kernel](int q, int k, int size) {
    const int center = std::clamp(q, n / 2, size - 1 - n / 2);  // as attention-gym does, but for each axis its own size
    return std::abs(center - k) <= n / 2;
  };
  check_mask(e, width * height, width * height,
             [&, w = width, h = height](int q, int k) { return near(q / w, k / w, h) && near(q % w, k % w, w); });
  int seen = 0;
  for (int key = 0; key < width * height; ++key) seen += e.visible(0, key) ? 1 : 0;
  CHECK(seen == kernel * kernel);
}

TEST_CASE(
    "blockDiffusion: noised tokens see their block and earlier clean blocks, clean ones clean blocks up to theirs") {
  const auto [length, block] = GENERATE(table<int, int>({{12, 4}, {7, 3}, {5, 1}, {4, 9}}));
  const Mask e = mask(Kind::block_diffusion, [&, n = length, b = block](Mask& m) {
    m.width = n;
    m.block = b;
  });
  check_mask(e, 2 * length, 2 * length, [n = length, b = block](int q, int k) {
    const int query_block = q % n / b;
    const int key_block = k % n / b;
    const bool query_noised = q < n;
    const bool key_noised = k < n;
    if (query_noised && key_noised) return query_block == key_block;
    if (query_noised) return query_block > key_block;
    return !key_noised && query_block >= key_block;
  });
}

TEST_CASE("bad masks are refused with the name of the parameter") {
  const auto refused_with = [](Kind kind, auto change) {
    Mask e;
    e.kind = kind;
    change(e);
    const std::string range = out_of_range(e);
    return range.empty() ? refused(e, {}) : range;
  };
  CHECK(refused_with(Kind::document, [](Mask&) {}) == "position.documents");
  CHECK(refused_with(Kind::dilated, [](Mask& m) { m.dilation = 0; }) == "dilation");
  CHECK(refused_with(Kind::window, [](Mask& m) { m.left = -1; }) == "left");
  CHECK(refused_with(Kind::prefix, [](Mask& m) { m.prefix = -1; }) == "prefix");
  const auto grid = [](int width, int height, int kernel) {
    return [=](Mask& m) {
      m.width = width;
      m.height = height;
      m.kernel = kernel;
    };
  };
  CHECK(refused_with(Kind::neighborhood, grid(0, 4, 3)) == "position.width");
  CHECK(refused_with(Kind::neighborhood, grid(4, 0, 3)) == "position.height");
  CHECK(refused_with(Kind::neighborhood, grid(1 << 20, 1 << 20, 3)) == "position.height");
  CHECK(refused_with(Kind::neighborhood, grid(4, 4, 2)) == "position.kernel");
  CHECK(refused_with(Kind::neighborhood, grid(4, 3, 5)) == "position.kernel");
  CHECK(refused_with(Kind::neighborhood, grid(4, 4, 3)).empty());
  CHECK(refused_with(Kind::block_diffusion, grid(0, 0, 0)) == "position.width");
  CHECK(refused_with(Kind::block_diffusion, grid(4, 0, 0)) == "position.block");
  CHECK(refused_with(Kind::causal, [](Mask&) {}).empty());
}
