// Trainers: they share weights and positions with the model that they were made for.
#include "bindings/requests/trainer.hpp"

#include "bindings/loaded_model.hpp"
#include "core/make.hpp"

namespace whereformer::bindings {
namespace {

struct TrainerHandle : Handle {
  Shared<LoadedModel> loaded;
  train::Trainer trainer;  // destroyed before what it points into
};

train::Trainer& trainer_of(const TrainerRequest& request) {
  return Handle::of<TrainerHandle>(request.trainer)->trainer;
}

// The arrays of a batch, copied out of JavaScript.
class BatchCopy {
 public:
  Status read(const TrainBatchRequest& request) {
    TRY(request.ids.copy(ids_));
    TRY(request.targets.copy(targets_));
    TRY(request.positions.copy(positions_));
    batch_ = {ids_.span(), targets_.span(), request.sequences, request.length, positions_.span()};
    return {};
  }

  const train::Batch& batch() const { return batch_; }

 private:
  Buffer<int> ids_;
  Buffer<int> targets_;
  Buffer<float> positions_;
  train::Batch batch_;
};

Status find_tensor(const TrainerTensorRequest& request, const train::Parameter*& found) {
  const auto all = trainer_of(request).parameters();
  if (request.index < 0 || static_cast<std::size_t>(request.index) >= all.size()) {
    return value_error("index", request.index, "the index of a tensor of this trainer");
  }
  found = &all[request.index];
  return {};
}

}  // namespace

Status create_trainer(const CreateTrainerRequest& request, const HandleResult& result) {
  const Shared<LoadedModel>& loaded = Handle::of<Model>(request.model)->loaded;
  std::unique_ptr<TrainerHandle> handle;
  loaded->complete = false;
  TRY(make<TrainerHandle>(handle));
  handle->loaded = loaded;
  TRY(loaded->positions.read(request));
  TRY(handle->trainer.start(loaded->transformer, loaded->positions.layers, request.optimizer, request.init,
                            static_cast<std::uint64_t>(request.seed)));
  loaded->complete = true;
  result.handle.set(handle.release()->address());
  return {};
}

Status train_step(const TrainBatchRequest& request, const TrainStepResult& result) {
  BatchCopy copy;
  train::StepReport report;
  TRY(copy.read(request));
  TRY(trainer_of(request).step(copy.batch(), report));
  result.step.set(report.step);
  result.loss.set(report.loss);
  result.gradient_norm.set(report.gradient_norm);
  result.learning_rate.set(report.learning_rate);
  return {};
}

Status train_evaluate(const TrainBatchRequest& request, const TrainEvaluateResult& result) {
  BatchCopy copy;
  train::Evaluation evaluation;
  Buffer<int> predictions;
  Buffer<float> as_floats;  // ids are below 2^24
  TRY(copy.read(request));
  TRY(predictions.allocate(copy.batch().ids.size()));
  TRY(as_floats.allocate_unset(predictions.size()));
  TRY(trainer_of(request).evaluate(copy.batch(), evaluation, predictions.span()));
  for (std::size_t i = 0; i < predictions.size(); ++i) as_floats[i] = static_cast<float>(predictions[i]);
  result.loss.set(evaluation.loss);
  result.accuracy.set(evaluation.accuracy);
  result.exact_match.set(evaluation.exact_match);
  result.counted.set(evaluation.counted);
  result.predictions.set(as_floats.span());
  return {};
}

Status trainer_tensor(const TrainerTensorRequest& request, const TrainerTensorResult& result) {
  const auto all = trainer_of(request).parameters();
  result.count.set(static_cast<double>(all.size()));
  if (request.index < 0 || static_cast<std::size_t>(request.index) >= all.size()) return {};
  const train::Parameter& tensor = all[request.index];
  result.name.set(tensor.name.c_str());
  result.rows.set(tensor.rows);
  result.columns.set(tensor.columns);
  return {};
}

Status read_trainer_tensor(const ReadTrainerTensorRequest& request, const TensorValues& result) {
  const train::Parameter* tensor = nullptr;
  Buffer<float> values;
  TRY(find_tensor(request, tensor));
  TRY(values.allocate_unset(tensor->size()));
  TRY(trainer_of(request).read(request.of, tensor->name.c_str(), values.span()));
  result.data.set(values.span());
  return {};
}

Status write_trainer_tensor(const WriteTrainerTensorRequest& request, const Nothing&) {
  const train::Parameter* tensor = nullptr;
  CopyOnWriteFloats data;
  TRY(find_tensor(request, tensor));
  TRY(request.data.read(data));
  return trainer_of(request).write(request.of, tensor->name.c_str(), data.span());
}

Status resume_trainer(const ResumeTrainerRequest& request, const Nothing&) {
  train::Trainer& trainer = trainer_of(request);
  trainer.set_steps_done(request.steps);
  return trainer.publish();
}

}  // namespace whereformer::bindings
