// Which stack at which call takes which kernel. docs/lowering.md shows this table; the two are compared here.
#include "attention/lower.hpp"

#include <fstream>
#include <functional>
#include <string>

#include "attention/plans.hpp"
#include "position/encodings/mask.hpp"
#include "position/encodings/none.hpp"
#include "position/encodings/rerope.hpp"
#include "position/encodings/rope.hpp"
#include "stacks.hpp"
#include "support.hpp"

using namespace whereformer;
using namespace whereformer::test;

namespace {

using Kernel = Lowering::Kernel;
using Bias = Lowering::Bias;

struct Row {
  const char* stack;
  std::function<void(PositionStack&)> add;
  const char* call;
  CallShape shape;
  Kernel kernel;
  Bias bias = Bias::none;
  bool vectors = false;
};

void cope(PositionStack& stack) {
  std::unique_ptr<AnyEncoding> made;
  REQUIRE(make_encoding("cope", made).ok());
  REQUIRE(stack.add(std::move(made)).ok());
}

template <class... Part>
auto of(Part (*... make)()) {
  return [=](PositionStack& stack) { (put(stack, make()), ...); };
}

Mask window() {
  Mask mask;
  mask.kind = Mask::Kind::window;
  mask.left = 2;
  return mask;
}

Mask dilated() {
  Mask mask = window();
  mask.kind = Mask::Kind::dilated;
  mask.dilation = 2;
  return mask;
}

Alibi keyed() {
  Alibi alibi;
  alibi.keyed = Alibi::Keyed::key;
  return alibi;
}

// Any number of queries above kFewQueries is "many".
constexpr CallShape kMany{9, 9};
constexpr CallShape kFew{1, 9};
constexpr CallShape kUneven{.queries = 9, .keys = 9, .evenly_spaced = false};
constexpr CallShape kMasked{.queries = 1, .keys = 9, .masked = true};
constexpr CallShape kNoKey{9, 0};
constexpr CallShape kUnmasked{.queries = 9, .keys = 9, .unmasked = true};
constexpr CallShape kFewUnmasked{.queries = 1, .keys = 9, .unmasked = true};
constexpr CallShape kLedger{.queries = 9, .keys = 9, .ledger = true};
constexpr CallShape kNoQuery{0, 9};

const std::vector<Row>& table() {
  static const std::vector<Row> rows{
      {"any", of(fresh<Alibi>, fresh<QueryWave>), "no query", kNoQuery, Kernel::none},
      {"any", of(fresh<Alibi>), "ledger wanted", kLedger, Kernel::rows},
      {"nothing", of(fresh<None>), "many queries", kMany, Kernel::streaming},
      {"nothing", of(fresh<None>), "few queries", kFew, Kernel::decode},
      {"nothing", of(fresh<None>), "few queries, caller's mask", kMasked, Kernel::streaming},
      {"nothing", of(fresh<None>), "few queries, scores before the mask wanted", kFewUnmasked, Kernel::streaming},
      {"ALiBi", of(fresh<Alibi>), "many queries, scores before the mask wanted", kUnmasked, Kernel::streaming,
       Bias::table},
      {"RoPE", of(fresh<Rope>), "many queries, uneven positions", kUneven, Kernel::streaming},
      {"mask as a range", of(window), "many queries", kMany, Kernel::streaming},
      {"mask as a range", of(window), "few queries", kFew, Kernel::decode},
      {"mask with holes", of(dilated), "few queries", kFew, Kernel::streaming, Bias::pairs},
      {"mask with holes, bias by distance", of(dilated, fresh<DistanceBiasWave>), "many queries", kMany,
       Kernel::streaming, Bias::pairs},
      {"bias by distance", of(fresh<DistanceBiasWave>), "many queries", kMany, Kernel::streaming, Bias::table},
      {"bias by distance", of(fresh<DistanceBiasWave>), "few queries", kFew, Kernel::decode, Bias::table},
      {"bias by distance", of(fresh<DistanceBiasWave>), "many queries, uneven positions", kUneven, Kernel::streaming,
       Bias::pairs},
      {"bias by distance", of(fresh<DistanceBiasWave>), "no key", kNoKey, Kernel::streaming, Bias::pairs},
      {"ALiBi", of(fresh<Alibi>), "many queries", kMany, Kernel::streaming, Bias::table},
      {"ALiBi", of(fresh<Alibi>), "many queries, uneven positions", kUneven, Kernel::streaming, Bias::linear},
      {"ALiBi keyed by the key", of(keyed), "few queries", kFew, Kernel::streaming, Bias::linear},
      {"ALiBi, bias by distance", of(fresh<Alibi>, fresh<DistanceBiasWave>), "many queries, uneven positions", kUneven,
       Kernel::streaming, Bias::pairs},
      {"bias by pair", of(fresh<PairBiasWave>), "few queries", kFew, Kernel::streaming, Bias::pairs},
      {"vectors by distance", of(fresh<QueryWave>), "many queries", kMany, Kernel::streaming, Bias::none, true},
      {"vectors by distance", of(fresh<QueryWave>), "few queries", kFew, Kernel::streaming, Bias::none, true},
      {"vectors by distance", of(fresh<ValueWave>), "many queries, uneven positions", kUneven, Kernel::rows},
      {"vectors by distance", of(fresh<KeyWave>), "no key", kNoKey, Kernel::rows},
      {"vectors and bias by distance", of(fresh<KeyWave>, fresh<DistanceBiasWave>), "many queries", kMany,
       Kernel::streaming, Bias::table, true},
      {"vectors by distance, bias by pair", of(fresh<KeyWave>, fresh<PairBiasWave>), "many queries", kMany,
       Kernel::streaming, Bias::pairs, true},
      {"content by row (CoPE)", cope, "many queries", kMany, Kernel::rows},
      {"overridden distances (ReRoPE)", of(fresh<Rope>, fresh<Rerope>), "many queries", kMany, Kernel::rows},
  };
  return rows;
}

Lowering lowered(const Row& row) {
  PositionStack stack;
  row.add(stack);
  const Status prepared = stack.prepare({2, 4, 0, 9, 1, 4});
  // CoPE without its table is refused, but what it does is known
  CHECK((prepared.ok() || stack.has(kContentByRow)));
  return lower(stack, row.shape);
}

std::string name(Kernel kernel) {
  const char* names[] = {"–", "streaming", "decode", "rows"};
  return names[static_cast<int>(kernel)];
}

std::string name(Bias bias) {
  const char* names[] = {"–", "table", "linear", "pairs"};
  return names[static_cast<int>(bias)];
}

std::string line(const Row& row, const Lowering& found) {
  return std::string("| ") + row.stack + " | " + row.call + " | " + name(found.kernel) + " | " + name(found.bias) +
         " | " + (found.vectors ? "tables" : "–") + " |";
}

}  // namespace

TEST_CASE("each stack at each call takes the kernel of the table") {
  for (const Row& row : table()) {
    CAPTURE(row.stack, row.call);
    const Lowering found = lowered(row);
    CHECK(found.kernel == row.kernel);
    CHECK(found.bias == row.bias);
    CHECK(found.vectors == row.vectors);
    CHECK((found.linear != nullptr) == (found.bias == Bias::linear));
  }
}

TEST_CASE("docs/lowering.md has the lines of the table") {
  std::ifstream file(WHEREFORMER_ROOT "/docs/lowering.md");
  REQUIRE(file.good());
  std::vector<std::string> lines;
  for (std::string text; std::getline(file, text);) {
    if (text.starts_with("| ") && !text.starts_with("| stack")) lines.push_back(text);
  }
  REQUIRE(lines.size() == table().size());
  for (std::size_t i = 0; i < lines.size(); ++i) CHECK(lines[i] == line(table()[i], lowered(table()[i])));
}
