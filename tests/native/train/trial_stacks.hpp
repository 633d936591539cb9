// Every kind of position stack on which training is tested. Learned tables are on a grid of 2^−16, so that central differences of
// floats are exact.
#pragma once

#include "model/add_stack.hpp"
#include "model/layer_positions.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/cope.hpp"
#include "position/encodings/deberta.hpp"
#include "position/encodings/kerple.hpp"
#include "position/encodings/learned.hpp"
#include "position/encodings/log_n.hpp"
#include "position/encodings/mask.hpp"
#include "position/encodings/rerope.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/self_extend.hpp"
#include "position/encodings/shaw.hpp"
#include "position/encodings/softcap.hpp"
#include "position/encodings/t5_buckets.hpp"
#include "position/encodings/transformer_xl.hpp"
#include "position/encodings/xpos.hpp"
#include "position/hooked.hpp"
#include "stacks.hpp"
#include "support.hpp"

namespace whereformer::test {

struct StackKind {
  const char* name;
  void (*fill)(PositionStack&, const ModelSpec&);
};

inline constexpr int kTableLength = 8;  // positions below it have a row in learned tables

// Numbers on a grid of 2^−16, so that a float moves by exactly that much.
inline std::vector<float> grid_values(std::size_t count, std::uint64_t seed) {
  std::vector<float> values = random_values(count, seed, 0.6F);
  for (float& v : values) v = std::round(v * 0x1p16F) * 0x1p-16F;
  return values;
}

inline Table grid_table(int rows, int columns, std::uint64_t seed) {
  Table table;
  table.rows = rows;
  table.columns = columns;
  REQUIRE(table.values.copy_from(grid_values(static_cast<std::size_t>(rows * columns), seed)).ok());
  return table;
}

inline void add_learned(PositionStack& stack, const ModelSpec& spec) {
  Learned learned;
  learned.table = grid_table(kTableLength + 2, spec.embedding_size, 41);
  learned.offset = 2;
  put(stack, std::move(learned));
}

inline void add_t5(PositionStack& stack, const ModelSpec& spec) {
  T5Buckets t5;
  t5.table = grid_table(8, spec.stack.heads, 42);
  t5.max_distance = 5;
  put(stack, std::move(t5));
}

inline void add_shaw(PositionStack& stack, const ModelSpec& spec) {
  Shaw shaw;
  shaw.key_table = grid_table(5, spec.stack.head_dim, 43);
  shaw.value_table = grid_table(5, spec.stack.head_dim, 44);
  put(stack, std::move(shaw));
}

inline void add_deberta(PositionStack& stack, const ModelSpec& spec) {
  Deberta deberta;
  deberta.position_key = grid_table(6, spec.stack.heads * spec.stack.head_dim, 45);
  deberta.position_query = grid_table(6, spec.stack.heads * spec.stack.head_dim, 46);
  deberta.position_position = true;
  put(stack, std::move(deberta));
}

inline void add_transformer_xl(PositionStack& stack, const ModelSpec& spec) {
  TransformerXl xl;
  xl.weight = grid_table(spec.stack.heads * spec.stack.head_dim, spec.d_model, 47);
  xl.content_bias = grid_table(spec.stack.heads, spec.stack.head_dim, 48);
  xl.position_bias = grid_table(spec.stack.heads, spec.stack.head_dim, 49);
  put(stack, std::move(xl));
}

// Fewer rows than tokens: some positions are clamped.
inline void add_cope(PositionStack& stack, const ModelSpec& spec, Cope::Where where = Cope::Where::before_scale) {
  Cope cope;
  cope.table = grid_table(3, spec.stack.head_dim, 50);
  cope.where = where;
  put(stack, std::move(cope));
}

inline void add_kerple(PositionStack& stack, const ModelSpec& spec) {
  Kerple kerple;
  kerple.r1 = numbers(spec.stack.heads, 0.8);
  kerple.r2 = numbers(spec.stack.heads, 1.3);
  put(stack, std::move(kerple));
}

inline void add_softcap(PositionStack& stack, const ModelSpec&) {
  Softcap cap;
  cap.limit = 0.5;
  put(stack, cap);
}

inline void add_window(PositionStack& stack, const ModelSpec&) {
  Mask mask;
  mask.kind = Mask::Kind::window;
  mask.left = 1;
  mask.right = 1;
  put(stack, std::move(mask));
}

inline void add_prefix(PositionStack& stack, const ModelSpec&) {
  Mask mask;
  mask.kind = Mask::Kind::prefix;
  mask.prefix = 2;
  put(stack, std::move(mask));
}

inline void add_documents(PositionStack& stack, const ModelSpec&) {
  Mask mask;
  mask.kind = Mask::Kind::document;
  mask.documents = numbers({0, 0, 1, 1, 1});
  put(stack, std::move(mask));
}

// The second query sees no key.
struct Blindfold {
  static constexpr const char* type = "blindfold";

  template <class Visitor>
  void parameters(Visitor&) {}
  Status prepare(const Geometry&) { return {}; }
  bool visible(int query, int /*key*/) const { return query != 1; }
  KeyRange range(int query, int keys) const { return {0, query == 1 ? 0 : keys}; }
};

// Every head turns at its own speed: keys that heads share turn as the first of them does.
struct TurnsByHead {
  static constexpr const char* type = "turnsByHead";

  template <class Visitor>
  void parameters(Visitor&) {}
  Status prepare(const Geometry&) { return {}; }
  void rotate(std::span<double> row, double position, int head, Side /*side*/) const {
    const double angle = 0.3 * position * (head + 1);
    const double first = row[0];
    row[0] = std::cos(angle) * first - std::sin(angle) * row[1];
    row[1] = std::sin(angle) * first + std::cos(angle) * row[1];
  }
};

inline void add_rope(PositionStack& stack, const ModelSpec&) { put(stack, Rope{}); }

inline void add_rope_of_values(PositionStack& stack, const ModelSpec&) {
  Rope rope;
  rope.rotate_values = true;
  rope.rotary_dim = 2;
  rope.base = 10;
  put(stack, std::move(rope));
}

inline void add_log_n(PositionStack& stack, const ModelSpec&) {
  LogN log_n;
  log_n.train_length = 2;
  put(stack, log_n);
}

inline void add_rerope(PositionStack& stack, const ModelSpec& spec) {
  Rerope rerope;
  rerope.window = 2;
  put(stack, rerope);
  add_rope(stack, spec);
}

inline void add_self_extend(PositionStack& stack, const ModelSpec& spec) {
  SelfExtend extend;
  extend.group = 2;
  extend.window = 2;
  put(stack, extend);
  add_rope(stack, spec);
}

inline constexpr StackKind kNoStack{"none", [](PositionStack&, const ModelSpec&) {}};

inline constexpr StackKind kStacks[] = {
    kNoStack,
    {"rope", add_rope},
    {"rope of two channels, values too", add_rope_of_values},
    {"xpos", [](PositionStack& stack, const ModelSpec&) { put(stack, Xpos{}); }},
    {"alibi", [](PositionStack& stack, const ModelSpec&) { put(stack, Alibi{}); }},
    {"logN and rope", [](PositionStack& stack, const ModelSpec& s) { add_log_n(stack, s), add_rope(stack, s); }},
    {"learned", add_learned},
    {"t5", add_t5},
    {"shaw", add_shaw},
    {"deberta", add_deberta},
    {"transformerXl", add_transformer_xl},
    {"kerple", add_kerple},
    {"cope", [](PositionStack& stack, const ModelSpec& s) { add_cope(stack, s); }},
    {"rope, and cope after the scale",
     [](PositionStack& stack, const ModelSpec& s) {
       add_rope(stack, s), add_cope(stack, s, Cope::Where::after_scale);
     }},
    {"cope, softcap and window",
     [](PositionStack& stack, const ModelSpec& s) { add_cope(stack, s), add_softcap(stack, s), add_window(stack, s); }},
    {"cope, learned, t5 and shaw",
     [](PositionStack& stack, const ModelSpec& s) {
       add_learned(stack, s), add_cope(stack, s), add_t5(stack, s), add_shaw(stack, s);
     }},
    {"softcap and alibi", [](PositionStack& stack, const ModelSpec& s) { add_softcap(stack, s), put(stack, Alibi{}); }},
    {"window", add_window},
    {"prefix", add_prefix},
    {"documents", add_documents},
    {"blindfold and shaw",
     [](PositionStack& stack, const ModelSpec& s) { put(stack, Blindfold{}), add_shaw(stack, s); }},
    {"a rotation by head", [](PositionStack& stack, const ModelSpec&) { put(stack, TurnsByHead{}); }},
    {"rerope", add_rerope},
    {"selfExtend", add_self_extend},
    {"every hook",
     [](PositionStack& stack, const ModelSpec& s) {
       add_learned(stack, s), add_rope_of_values(stack, s), add_t5(stack, s), add_shaw(stack, s);
       add_softcap(stack, s), add_window(stack, s);
     }},
};

// Prepared positions of one stack for all layers.
inline LayerPositions positions_of(const StackKind& kind, const ModelSpec& spec, int length) {
  LayerPositions positions;
  kind.fill(add_stack(positions), spec);
  const Status status = positions.prepare(spec.stack, spec.embedding_size, length);
  INFO(kind.name << ": " << (status.ok() ? "" : status.argument));
  REQUIRE(status.ok());
  return positions;
}

}  // namespace whereformer::test
