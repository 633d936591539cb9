#include "train/parameters.hpp"

#include <algorithm>
#include <utility>

#include "train/scratch.hpp"

namespace whereformer::train {
namespace {

Name name_of(const TensorVisitor::Scope& scope, const TensorSlot& slot) {
  Name name = scope.stack;
  if (scope.block >= 0) name.append("layers.").append(scope.block).append(".");
  return name + scope.group + slot.part + slot.suffix;
}

class CollectSlots final : public TensorVisitor {
 public:
  explicit CollectSlots(Parameters& to) : to_(to) {}

  Status status;

  void visit(const TensorSlot& slot) override {
    if (!status.ok()) return;
    Parameter* added = nullptr;
    status = to_.add(name_of(scope, slot), slot.rows, slot.columns, added);
    if (status.ok()) added->slot = slot;
  }

 private:
  Parameters& to_;
};

}  // namespace

Status Parameter::allocate(int row_count, int column_count) {
  rows = row_count;
  columns = column_count;
  for (Buffer<float>* buffer : {&value, &gradient, &moment, &square}) {
    TRY(buffer->allocate(element_count(rows, columns)));
  }
  return {};
}

Status Parameter::publish() const {
  return slot.part == nullptr ? Status{} : load_piece(slot, {name.view(), value.span()});
}

Status Parameters::shape(Transformer& model) {
  all_.clear();
  CollectSlots collect(*this);
  model.tensors(collect);
  for (Parameter& parameter : all_) parameter.decays = parameter.slot.columns > 1;
  return collect.status;
}

GradientSums::GradientSums(Parameter* of, int& threads) : of_(of) {
  if (of == nullptr) return;
  if (threads > 1 && !grow(of->other, of->size()).ok()) threads = 1;
  before = of->gradient.data();
  to = threads > 1 ? of->other.data() : of->gradient.data();
}

GradientSums::~GradientSums() {
  if (to != before) std::swap(of_->gradient, of_->other);
}

Parameter* Parameters::find(std::string_view name) {
  const auto found = std::find_if(all_.begin(), all_.end(), [&](const Parameter& p) { return p.name == name; });
  return found == all_.end() ? nullptr : &*found;
}

Status Parameters::add(const Name& name, int rows, int columns, Parameter*& to) {
  Parameter added;
  added.name = name;
  TRY(added.allocate(rows, columns));
  TRY(all_.add(std::move(added)));
  to = &all_.back();
  return {};
}

void Parameters::clear_gradients() {
  for (Parameter& parameter : all_) {
    std::fill_n(parameter.gradient.data(), parameter.gradient.size(), 0.0F);
  }
}

Status Parameters::publish() const {
  for (const Parameter& parameter : all_) TRY(parameter.publish());
  return {};
}

}  // namespace whereformer::train
