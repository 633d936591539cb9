// Minimal encodings for each plan of the streaming kernel: hooks that are sinusoids of distance or position, alone and
// combined; and all of them evaluated pair by pair, for the reference.
#pragma once

#include <functional>
#include <string>

#include "core/math.hpp"
#include "position/encodings/alibi.hpp"
#include "position/hooked.hpp"
#include "stacks.hpp"

namespace whereformer::test {

// A hook without parameters.
template <class Self>
struct Wave {
  static constexpr const char* type = "wave";
  template <class Visitor>
  void parameters(Visitor&) {}
  Status prepare(const Geometry&) { return {}; }

 protected:
  static void add(double frequency, int head, double distance, std::span<double> out) {
    const double turns[] = {math::cos(frequency * distance + 2.0 * head), math::sin(frequency * distance + head)};
    for (std::size_t c = 0; c < out.size(); ++c) out[c] += turns[c % 2] * (1 - 0.1 * static_cast<double>(c % 11));
  }
};

struct DistanceBiasWave : Wave<DistanceBiasWave> {
  double distance_bias(int head, double distance) const { return math::sin(0.9 * distance + head); }
};

struct PairBiasWave : Wave<PairBiasWave> {
  double pair_bias(int head, double query, double key) const { return math::sin(0.3 * query * key + head); }
};

struct QueryWave : Wave<QueryWave> {
  void query_vector(int head, double distance, std::span<double> out) const { add(0.7, head, distance, out); }
};

struct KeyWave : Wave<KeyWave> {
  void key_vector(int head, double distance, std::span<double> out) const { add(0.4, head, distance, out); }
};

struct ValueWave : Wave<ValueWave> {
  void value_vector(int head, double distance, std::span<double> out) const { add(0.2, head, distance, out); }
};

struct ConstantKey : Wave<ConstantKey> {
  void key_vector(int head, double, std::span<double> out) const { add(0, head, 0, out); }
};

// Each head has something else: nothing, vectors that are the same at every distance, and waves.
struct UnevenWave : Wave<UnevenWave> {
  void query_vector(int head, double distance, std::span<double> out) const { vector(head + 1, distance, out); }
  void key_vector(int head, double distance, std::span<double> out) const { vector(head, distance, out); }
  void value_vector(int head, double distance, std::span<double> out) const { vector(head + 2, distance, out); }

 private:
  static void vector(int head, double distance, std::span<double> out) {
    if (head % 3 != 0) add(head % 3 == 1 ? 0 : 0.5, head, distance, out);
  }
};

struct Plan {
  std::string name;
  bool some_vectors;  // but not all of queries, keys and values
  std::function<void(PositionStack&)> add;
};

template <class Part>
constexpr int vectors_of = HasQueryVector<Part> + HasKeyVector<Part> + HasValueVector<Part>;

// Each of `make` makes a part.
template <class... Make>
Plan plan(std::string name, Make... make) {
  constexpr int kVectors = (0 + ... + vectors_of<std::invoke_result_t<Make>>);
  return {std::move(name), kVectors == 1 || kVectors == 2, [=](PositionStack& stack) { (put(stack, make()), ...); }};
}

inline Alibi symmetric_alibi() {
  Alibi alibi;
  alibi.symmetric = true;
  return alibi;
}

inline const std::vector<Plan>& plans() {
  static const std::vector<Plan> all{
      plan("nothing"),
      plan("ALiBi", fresh<Alibi>),
      plan("symmetric ALiBi", symmetric_alibi),
      plan("bias by distance", fresh<DistanceBiasWave>),
      plan("bias by pair", fresh<PairBiasWave>),
      plan("ALiBi and bias by distance", fresh<Alibi>, fresh<DistanceBiasWave>),
      plan("content by the query", fresh<QueryWave>),
      plan("content by the key", fresh<KeyWave>),
      plan("content by both", fresh<QueryWave>, fresh<KeyWave>),
      plan("content by the query, ALiBi", fresh<QueryWave>, fresh<Alibi>),
      plan("content by both, bias by distance", fresh<QueryWave>, fresh<KeyWave>, fresh<DistanceBiasWave>),
      plan("content by both, bias by pair", fresh<QueryWave>, fresh<KeyWave>, fresh<PairBiasWave>),
      plan("content by a key vector without distance", fresh<ConstantKey>),
      plan("content by both, one without distance, bias by distance", fresh<QueryWave>, fresh<ConstantKey>,
           fresh<DistanceBiasWave>),
      plan("vectors that differ from head to head", fresh<UnevenWave>),
      plan("vectors that differ from head to head, ALiBi", fresh<UnevenWave>, fresh<Alibi>),
      plan("values by distance", fresh<ValueWave>),
      plan("values by distance, ALiBi", fresh<ValueWave>, fresh<Alibi>),
      plan("everything by distance", fresh<QueryWave>, fresh<KeyWave>, fresh<DistanceBiasWave>, fresh<ValueWave>),
  };
  return all;
}

// A prepared stack as the reference reads it: every part's hooks, pair by pair: bias and mask.
struct AskedOneByOne {
  const PositionStack* stack;

  double pair_bias(int head, double query, double key) const { return stack->bias(head, PairPositions(query, key)); }
  bool visible(int query, int key) const { return stack->visible(query, key); }
  KeyRange range(int query, int keys) const { return stack->range(query, keys); }
};

// Content and values by distance too. A hook that is there multiplies, even if by zeros: infinities then become NaN.
struct AskedForVectors : AskedOneByOne {
  void query_vector(int head, double distance, std::span<double> out) const {
    for (const auto& part : stack->parts()) part->distance_vector(Side::query, head, distance, out);
  }
  void key_vector(int head, double distance, std::span<double> out) const {
    for (const auto& part : stack->parts()) part->distance_vector(Side::key, head, distance, out);
  }
  void value_vector(int head, double distance, std::span<double> out) const {
    for (const auto& part : stack->parts()) part->distance_vector(Side::value, head, distance, out);
  }
};

}  // namespace whereformer::test
