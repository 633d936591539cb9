#include "train/stack_gradients.hpp"

#include <algorithm>
#include <string_view>

#include "position/encodings.hpp"

namespace whereformer::train {
namespace {

Status untrainable(const char* type) {
  Status status = unsupported("position", kAbsent, "encodings that can be trained");
  status.word = type;
  return status;
}

// Visits the parameters of an encoding; takes those that are learned. Not virtual: only encodings that learn are asked.
class ListLearned {
 public:
  ListLearned(GrowingArray<LearnedParameter>& to, LearnedGradients& gradients) : to_(to), gradients_(gradients) {}

  void learned(const char* name, Table& table) {
    LearnedParameter* added = add(&table, name, table.rows, table.columns, table.values.size());
    if (added == nullptr) return;
    added->floats = table.values.data();
    read(*added, table.values.data());
  }
  void learned(const char* name, Numbers& numbers, Range range, double most = kUnbounded) {
    add_numbers(&numbers, name, numbers.own(), range, most);
  }
  void learned(const char* name, double& number, Range range) {
    add_numbers(&number, name, {&number, 1}, range, kUnbounded);
  }

  template <class... Ignored>
  void number(Ignored&&...) {}
  template <class... Ignored>
  void optional(Ignored&&...) {}
  template <class... Ignored>
  void integer(Ignored&&...) {}
  template <class... Ignored>
  void flag(Ignored&&...) {}
  template <class... Ignored>
  void numbers(Ignored&&...) {}
  template <class... Ignored>
  void table(Ignored&&...) {}
  template <class Choice>
  void choice(const char*, Choice&, std::initializer_list<const char*>) {}
  template <class Visit>
  void group(const char*, Visit&& visit) {
    visit(*this);
  }

  Status status;

 private:
  // Above 0 is kept away from it, as KERPLE's authors do.
  static double least_of(Range range) {
    switch (range) {
      case Range::any:
        return -kUnbounded;
      case Range::positive:
      case Range::unit:
        return 0.01F;
      case Range::at_least_one:
        return 1;
      case Range::above_one:
        return 1.01F;
      case Range::not_negative:
      case Range::even_not_negative:
        break;
    }
    return 0;
  }

  void add_numbers(const void* at, const char* name, std::span<double> numbers, Range range, double most) {
    LearnedParameter* added = add(at, name, 1, static_cast<int>(numbers.size()), numbers.size());
    if (added == nullptr) return;
    added->doubles = numbers.data();
    added->least = least_of(range);
    added->most = range == Range::unit ? 1 : most;
    read(*added, numbers.data());
  }

  LearnedParameter* add(const void* at, const char* name, int rows, int columns, std::size_t size) {
    if (size == 0 || !status.ok()) return nullptr;
    LearnedParameter added;
    added.name = name;
    added.rows = rows;
    added.columns = columns;
    status = keep(at, std::move(added), size);
    return status.ok() ? &to_.back() : nullptr;
  }

  Status keep(const void* at, LearnedParameter added, std::size_t size) {
    TRY(added.values.allocate(size));
    TRY(added.gradients.allocate(size));
    TRY(gradients_.list(at, added.gradients.span()));
    return to_.add(std::move(added));
  }

  template <class T>
  static void read(LearnedParameter& to, const T* from) {
    for (std::size_t i = 0; i < to.values.size(); ++i) to.values[i] = static_cast<float>(from[i]);
  }

  GrowingArray<LearnedParameter>& to_;
  LearnedGradients& gradients_;
};

// Has an encoding parameters that training should change, although it cannot?
class AnyLearned final : public ParameterVisitor {
 public:
  bool found = false;

  void learned(const char*, Table& table) { found |= !table.empty(); }
  void learned(const char*, Numbers& numbers, Range, double = kUnbounded) { found |= !numbers.empty(); }
  void learned(const char*, double&, Range) { found = true; }
  void number(const char*, double&, Range) override {}
  void optional(const char*, double&, Range) override {}
  void integer(const char*, int&, Range) override {}
  void flag(const char*, bool&) override {}
  void numbers(const char*, Numbers&, Range) override {}
  void table(const char*, Table&) override {}

 private:
  void choose(const char*, int&, std::span<const char* const>) override {}
  bool enter(const char*) override { return false; }
  void leave() override {}
};

}  // namespace

// The hook `learn` of one type; null where it has none.
struct Learner {
  const char* type;
  unsigned hooks;
  Status (*list)(AnyEncoding&, GrowingArray<LearnedParameter>&, LearnedGradients&);
  void (*embed)(const AnyEncoding&, const EmbedGradient&, LearnedGradients&);
  void (*bias)(const AnyEncoding&, const BiasGradient&, LearnedGradients&);
  void (*vector)(const AnyEncoding&, const VectorGradient&, LearnedGradients&);
  void (*content_row)(const AnyEncoding&, const ContentRowGradient&, LearnedGradients&);
};

namespace {

template <class E, class Gradient>
void learn(const AnyEncoding& encoding, const Gradient& gradient, LearnedGradients& to) {
  static_cast<const Hooked<E>&>(encoding).encoding().learn(gradient, to);
}

template <class E>
Status list(AnyEncoding& encoding, GrowingArray<LearnedParameter>& to, LearnedGradients& gradients) {
  ListLearned visit(to, gradients);
  static_cast<Hooked<E>&>(encoding).encoding().parameters(visit);
  return visit.status;
}

template <class E>
Status refuse_learned(AnyEncoding& encoding, GrowingArray<LearnedParameter>&, LearnedGradients&) {
  AnyLearned visit;
  static_cast<Hooked<E>&>(encoding).encoding().parameters(visit);
  return visit.found ? untrainable(E::type) : Status{};
}

template <class E>
constexpr Learner learner() {
  Learner of{E::type, 0, Learns<E> ? list<E> : refuse_learned<E>, nullptr, nullptr, nullptr, nullptr};
  if constexpr (LearnsEmbedding<E>) {
    of.hooks |= kEmbeds;
    of.embed = learn<E, EmbedGradient>;
  }
  if constexpr (LearnsBias<E>) {
    of.hooks |= kBiases;
    of.bias = learn<E, BiasGradient>;
  }
  if constexpr (LearnsVector<E>) {
    of.hooks |= kByDistance;
    of.vector = learn<E, VectorGradient>;
  }
  if constexpr (LearnsContentRow<E>) {
    of.hooks |= kContentByRow;
    of.content_row = learn<E, ContentRowGradient>;
  }
  return of;
}

// Null for a type outside of the list, which has nothing to learn.
template <class... E>
const Learner* find(std::string_view type, List<E...>) {
  static constexpr Learner kLearners[] = {learner<E>()...};
  for (const Learner& entry : kLearners) {
    if (type == entry.type) return &entry;
  }
  return nullptr;
}

}  // namespace

Status StackGradients::shape(PositionStack& stack) {
  parts_.clear();
  parameters_.clear();
  pairs_.clear();
  any_by_pair_ = false;
  hooks_ = 0;
  for (std::size_t i = 0; i < stack.parts().size(); ++i) {
    TRY(collect(i, *stack.parts()[i]));
  }
  return {};
}

Status StackGradients::collect(std::size_t index, AnyEncoding& encoding) {
  const Learner* learner = find(encoding.type(), Encodings{});
  const unsigned carried = learner == nullptr ? 0 : learner->hooks & kContentByRow;
  if ((encoding.hooks() & kByPair & ~carried) != 0) return untrainable(encoding.type());
  if (learner == nullptr) return {};
  const std::size_t before = parameters_.size();
  Part part{&encoding, learner, encoding.hooks() & learner->hooks, (encoding.hooks() & kBiasesByPair) != 0, {}};
  TRY(learner->list(encoding, parameters_, part.gradients));
  if (parameters_.size() == before && carried == 0) return {};
  for (LearnedParameter& added : parameters_.span().subspan(before)) {
    added.part = index;
    added.type = learner->type;
  }
  hooks_ |= part.hooks;
  any_by_pair_ |= part.by_pair;
  if (part.by_pair) TRY(pairs_.allocate());
  return parts_.add(std::move(part));
}

void StackGradients::clear() {
  pairs_.clear();
  for (LearnedParameter& parameter : parameters_) {
    std::fill_n(parameter.gradients.data(), parameter.gradients.size(), 0.0);
  }
}

void StackGradients::embed(double position, std::span<const double> row) {
  for (Part& part : parts_) {
    if ((part.hooks & kEmbeds) != 0) part.learner->embed(*part.encoding, {position, row}, part.gradients);
  }
}

// Encodings by distance learn at the positions that the pair counts as, encodings by pair at the tokens' own: see PairPositions.
void StackGradients::bias(int head, PairPositions at, double value) {
  for (Part& part : parts_) {
    if ((part.hooks & kBiases) == 0 || part.by_pair) continue;
    part.learner->bias(*part.encoding, {head, at.query, at.key, value}, part.gradients);
  }
  if (!any_by_pair_) return;
  pairs_.add({head, at.own_query, at.own_key, value});
  if (pairs_.full()) settle();
}

void StackGradients::settle() {
  for (Part& part : parts_) {
    if (!part.by_pair) continue;
    for (const BiasGradient& sum : pairs_.all()) part.learner->bias(*part.encoding, sum, part.gradients);
  }
  pairs_.clear();
}

void StackGradients::vector(Side side, int head, double distance, std::span<const double> vector) {
  const unsigned hook = side == Side::query ? kQueryVectors : side == Side::key ? kKeyVectors : kValueVectors;
  for (Part& part : parts_) {
    if ((part.hooks & hook) != 0) part.learner->vector(*part.encoding, {side, head, distance, vector}, part.gradients);
  }
}

void StackGradients::content_row(const ContentRowGradient& gradient) {
  for (Part& part : parts_) {
    if ((part.hooks & kContentByRow) != 0) part.learner->content_row(*part.encoding, gradient, part.gradients);
  }
}

void StackGradients::write_back() {
  settle();  // what was added belongs to the old values
  for (LearnedParameter& parameter : parameters_) {
    for (std::size_t i = 0; i < parameter.values.size(); ++i) {
      float& x = parameter.values[i];
      // NaN stays: prepare refuses it.
      if (x < parameter.least) x = static_cast<float>(parameter.least);
      if (x > parameter.most) x = static_cast<float>(parameter.most);
      if (parameter.floats != nullptr) parameter.floats[i] = x;
      if (parameter.doubles != nullptr) parameter.doubles[i] = x;
    }
  }
}

Status StackGradients::write_back(PositionStack& stack, const Geometry& geometry) {
  write_back();
  return stack.prepare(geometry);
}

}  // namespace whereformer::train
