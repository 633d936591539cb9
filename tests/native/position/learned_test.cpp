#include "position/encodings/learned.hpp"

#include "rows.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Learned> && Embeds<Learned>);

namespace {

Learned learned(int offset) {
  Learned e;
  e.table = table_of(4, 3, std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  e.offset = offset;
  REQUIRE(e.prepare({1, 0, 3}).ok());
  return e;
}

std::vector<float> row_at(const Learned& e, double position) {
  std::vector<float> row(3, 0);
  e.embed(std::span<float>(row), position);
  return row;
}

}  // namespace

TEST_CASE("a learned table is read row by row and has no row past its end") {
  const Learned e = learned(0);
  CHECK(row_at(e, 1) == std::vector<float>{4, 5, 6});
  CHECK(e.check_positions(std::vector<float>{0, 3}).ok());
  const float bad = GENERATE(4.0F, -1.0F, 0.5F, NAN, 1e30F);
  CHECK(std::string(e.check_positions(std::vector<float>{0, bad}).argument) == "positions");
}

TEST_CASE("embed adds the learned row") {
  std::vector<double> row{100, 100, 100};
  learned(0).embed(std::span<double>(row), 2);
  CHECK(row == std::vector<double>{107, 108, 109});
}

TEST_CASE("an offset moves the first row: BART by 2, RoBERTa past its padding row, which padding tokens read") {
  const Learned e = learned(2);
  CHECK(row_at(e, 0) == std::vector<float>{7, 8, 9});
  CHECK(row_at(e, -1) == std::vector<float>{4, 5, 6});
  CHECK(e.check_positions(std::vector<float>{-1, -2, 1}).ok());
  CHECK_FALSE(e.check_positions(std::vector<float>{2}).ok());
  CHECK_FALSE(e.check_positions(std::vector<float>{-3}).ok());
}

TEST_CASE("learned tables of the wrong shape and offsets past the end are refused by name") {
  Learned nothing;
  CHECK(nothing.prepare({1, 0, 8}).code == Code::shape);
  CHECK(refused(nothing, {1, 0, 8}) == "position.table");
  Learned wide = learned(0);
  CHECK(refused(wide, {1, 0, 4}) == "position.table");
  Learned past = learned(0);
  past.offset = 4;
  CHECK(refused(past, {1, 0, 3}) == "position.offset");
  past.offset = -1;
  CHECK(out_of_range(past) == "offset");
}
