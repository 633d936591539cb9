#include "train/trainer.hpp"

#include <algorithm>
#include <cmath>

namespace whereformer::train {
namespace {

// Tokens of one pass: enough for long sums of products, few enough to stay in the cache. Each pass reads all weights, which of
// a large model come from far away, and then its rows are little of the memory.
std::size_t tokens_at_once(std::span<const Parameter> weights) {
  std::size_t count = 0;
  for (const Parameter& one : weights) count += one.size();
  return count < (std::size_t{1} << 20) ? 128 : 256;
}

Status check_trainable(const ModelSpec& spec) {
  const auto refuse = [](const char* name, double got, const char* wanted) { return unsupported(name, got, wanted); };
  if (spec.has_encoder())
    return refuse("model.encoder", spec.encoder.layers(), "one stack of layers, without cross-attention");
  if (!spec.has_head()) return refuse("model.head", 0, "a head, whose logits the loss is computed from");
  if (spec.query_stream) return refuse("model.queryStream", 1, "a model without a query stream");
  if (spec.stack.conv_kernel > 0) return refuse("model.convKernel", spec.stack.conv_kernel, "no convolution");
  return {};
}

int counted_targets(const Batch& batch) {
  return static_cast<int>(batch.targets.size() - std::count(batch.targets.begin(), batch.targets.end(), kIgnored));
}

Buffer<float> Parameter::* buffer_of(Trainer::Of what) {
  switch (what) {
    case Trainer::Of::gradient:
      return &Parameter::gradient;
    case Trainer::Of::moment:
      return &Parameter::moment;
    case Trainer::Of::square:
      return &Parameter::square;
    case Trainer::Of::weight:
      break;
  }
  return &Parameter::value;
}

// `Any` is Parameter, const or not.
template <class Any>
Status find(std::span<Any> all, const char* name, std::size_t size, Any*& found) {
  for (Any& parameter : all) {
    if (!(parameter.name == name)) continue;
    found = &parameter;
    if (size == parameter.size()) return {};
    return shape_error("tensor", static_cast<double>(size), "as many values as the parameter has");
  }
  return word_error("name", name, "a parameter of this trainer");
}

}  // namespace

Status Trainer::start(Transformer& model, LayerPositions& positions, const OptimizerSpec& optimizer, Init init,
                      std::uint64_t seed) {
  model_ = &model;
  positions_ = &positions;
  optimizer_ = optimizer;
  steps_done_ = 0;
  const ModelSpec& spec = model.spec();
  TRY(optimizer.check());
  TRY(check_trainable(spec));
  TRY(positions.prepare(spec.stack, spec.embedding_size, 1));
  TRY(parameters_.shape(model));
  model_parameters_ = parameters_.all().size();
  set_initial_weights(init, spec, seed, parameters_.all());
  TRY(collect_positions());
  TRY(parameters_.publish());
  return pass_.start(model, positions, parameters_, learned_.span());
}

// Parameters of positions come after those of the model: "position.<entry>.<part of its stack>.<parameter>".
Status Trainer::collect_positions() {
  learned_.clear();
  TRY(learned_.resize(positions_->size()));
  for (std::size_t i = 0; i < learned_.size(); ++i) {
    TRY(learned_[i].shape(positions_->change(i)));
    for (const LearnedParameter& one : learned_[i].parameters()) {
      const Name name = Name("position.").append(static_cast<int>(i)).append(".").append(static_cast<int>(one.part));
      Parameter* added = nullptr;
      TRY(parameters_.add(name + "." + one.name, one.rows, one.columns, added));
      std::copy_n(one.values.data(), one.values.size(), added->value.data());
    }
  }
  return {};
}

// visit(LearnedParameter, Parameter) for each parameter of the positions.
template <class Visit>
void Trainer::each_learned(Visit&& visit) {
  std::size_t at = model_parameters_;
  for (StackGradients& learned : learned_) {
    for (LearnedParameter& one : learned.parameters()) visit(one, parameters_.all()[at++]);
  }
}

Status Trainer::publish() {
  each_learned([](LearnedParameter& one, Parameter& parameter) {
    std::copy_n(parameter.value.data(), parameter.size(), one.values.data());
  });
  for (std::size_t i = 0; i < learned_.size(); ++i) {
    if (learned_[i].parameters().empty()) continue;
    positions_->change(i);
    learned_[i].write_back();
  }
  each_learned([](LearnedParameter& one, Parameter& parameter) {  // kept in their ranges
    std::copy_n(one.values.data(), one.values.size(), parameter.value.data());
  });
  return parameters_.publish();
}

Status Trainer::check(const Batch& batch) const {
  const std::size_t tokens = element_count(std::max(batch.sequences, 0), std::max(batch.length, 0));
  if (tokens == 0) return shape_error("inputIds", 0, "at least one token");
  if (batch.ids.size() != tokens) {
    return shape_error("inputIds", static_cast<double>(batch.ids.size()), "[sequences, length] tokens");
  }
  if (batch.targets.size() != tokens) {
    return shape_error("targets", static_cast<double>(batch.targets.size()), "one per token");
  }
  const std::size_t places = batch.positions.size();
  if (places != 0 && places != tokens && places != static_cast<std::size_t>(batch.length)) {
    return shape_error("positionIds", static_cast<double>(places), "[length] or [sequences, length] positions");
  }
  for (const int target : batch.targets) {
    if (target != kIgnored && (target < 0 || target >= model_->spec().vocab)) {
      return value_error("targets", target, "ids below the vocabulary size, or -100");
    }
  }
  return counted_targets(batch) > 0 ? Status{} : value_error("targets", 0, "at least one target that is counted");
}

// Splits a batch into passes: visit(first token, ids) after the positions are remapped and the tokens are checked.
template <class Visit>
Status Trainer::each_part(const Batch& batch, Visit&& visit) {
  const auto length = static_cast<std::size_t>(batch.length);
  const std::size_t tokens = batch.ids.size();
  std::span<const float> positions = batch.positions;
  if (positions.empty()) {
    if (counting_.size() < length) {
      TRY(counting_.allocate_unset(length));
      for (std::size_t i = 0; i < length; ++i) counting_[i] = static_cast<float>(i);
    }
    positions = counting_.span().first(length);
  }
  const bool shared = positions.size() == length;
  const std::size_t at_once =
      shared ? std::max<std::size_t>(1, tokens_at_once(parameters_.all()) / length) * length : length;
  for (std::size_t at = 0; at < tokens; at += at_once) {
    if (!shared || at == 0) TRY(pass_.take_positions(positions.subspan(shared ? 0 : at, length)));
    TRY(visit(at, batch.ids.subspan(at, std::min(at_once, tokens - at))));
  }
  return {};
}

Status Trainer::gradients(const Batch& batch, double& loss) {
  TRY(check(batch));
  parameters_.clear_gradients();
  for (StackGradients& learned : learned_) learned.clear();
  Loss total;
  const auto factor = static_cast<float>(1.0 / counted_targets(batch));
  const auto add_part = [&](std::size_t at, std::span<const int> ids) -> Status {
    TRY(pass_.forward(ids, true));
    TRY(pass_.take_loss(batch.targets.subspan(at, ids.size()), factor, total));
    return pass_.backward(ids);
  };
  TRY(each_part(batch, add_part));
  each_learned([](LearnedParameter& one, Parameter& parameter) {
    for (std::size_t i = 0; i < parameter.size(); ++i) parameter.gradient[i] = static_cast<float>(one.gradients[i]);
  });
  loss = total.sum / total.counted;
  return {};
}

Status Trainer::step(const Batch& batch, StepReport& report) {
  TRY(gradients(batch, report.loss));
  report.step = steps_done_ + 1;
  report.learning_rate = optimizer_.rate(report.step);
  report.gradient_norm = gradient_norm(parameters_.all());
  if (!std::isfinite(report.loss)) {
    return value_error("loss", report.loss, "a finite loss: lower the learning rate, or clip the gradients");
  }
  if (!std::isfinite(report.gradient_norm)) {
    return value_error("gradientNorm", report.gradient_norm, "finite gradients: lower the learning rate, or clip them");
  }
  const bool clips = optimizer_.clip > 0;
  return apply(clips ? std::min(1.0, optimizer_.clip / (report.gradient_norm + 1e-6)) : 1);
}

Status Trainer::apply(double scale) {
  ++steps_done_;
  for (Parameter& parameter : parameters_.all()) update(optimizer_, steps_done_, scale, parameter);
  return publish();
}

Status Trainer::evaluate(const Batch& batch, Evaluation& to, std::span<int> predictions) {
  TRY(check(batch));
  const int vocab = model_->spec().vocab;
  const auto length = static_cast<std::size_t>(batch.length);
  Loss total;
  int answered = 0;  // sequences with a counted target
  int exact = 0;
  const auto take_part = [&](std::size_t at, std::span<const int> ids) -> Status {
    TRY(pass_.forward(ids, false));
    const std::span<const float> logits = pass_.logits();
    for (std::size_t t = 0; t < ids.size(); t += length) {
      Loss own;
      const float* rows = logits.data() + t * vocab;
      add_loss(rows, batch.targets.subspan(at + t, length), vocab, own);
      total.sum += own.sum;
      total.counted += own.counted;
      total.right += own.right;
      answered += own.counted > 0 ? 1 : 0;
      exact += own.counted > 0 && own.right == own.counted ? 1 : 0;
      for (std::size_t i = 0; i < length && !predictions.empty(); ++i) {
        predictions[at + t + i] = arg_max(rows + i * vocab, vocab);
      }
    }
    return Status{};
  };
  TRY(each_part(batch, take_part));
  to = {total.sum / total.counted, static_cast<double>(total.right) / total.counted,
        static_cast<double>(exact) / answered, total.counted};
  return {};
}

Status Trainer::read(Of what, const char* name, std::span<float> to) const {
  const Parameter* parameter = nullptr;
  TRY(find(parameters_.all(), name, to.size(), parameter));
  std::copy_n((parameter->*buffer_of(what)).data(), to.size(), to.data());
  return {};
}

Status Trainer::write(Of what, const char* name, std::span<const float> from) {
  Parameter* parameter = nullptr;
  TRY(find(parameters_.all(), name, from.size(), parameter));
  std::copy_n(from.data(), from.size(), (parameter->*buffer_of(what)).data());
  return {};
}

}  // namespace whereformer::train
