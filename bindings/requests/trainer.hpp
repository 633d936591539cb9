// Trainers: a model whose weights are being learned.
#pragma once

#include "bindings/requests/model.hpp"
#include "train/trainer.hpp"

namespace whereformer::bindings {

// A trainer of a model without weights, whose positions hold their initial parameters. Trainer and model share both.
struct CreateTrainerRequest : PositionsRequest {
  train::OptimizerSpec optimizer;
  train::Init init = train::Init::gpt2;
  double seed = 0;

  template <class Visit>
  void fields(Visit&& visit) {
    PositionsRequest::fields(visit);
    optimizer.fields(visit);
    visit("init", init, train::kInits, "How the weights are drawn.");
    visit("seed", seed, "");
  }
};

struct TrainerRequest {
  double trainer = 0;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("trainer", trainer, "its address");
  }
};

struct TrainBatchRequest : TrainerRequest {
  Array<int> ids;
  Array<int> targets;
  Array<float> positions;
  int sequences = 0;
  int length = 0;

  template <class Visit>
  void fields(Visit&& visit) {
    TrainerRequest::fields(visit);
    visit("ids", ids, "[sequences, length]");
    visit("targets", targets, "[sequences, length]; -100 = not counted");
    visit("positions", positions, "[length] or [sequences, length]; empty = 0 … length − 1");
    visit("sequences", sequences, "");
    visit("length", length, "");
  }
};

struct TrainStepResult {
  NumberResult step;
  NumberResult loss;
  NumberResult gradient_norm;
  NumberResult learning_rate;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("step", step, "counted from 1");
    visit("loss", loss, "mean over the counted targets");
    visit("gradientNorm", gradient_norm, "before clipping");
    visit("learningRate", learning_rate, "");
  }
};

struct TrainEvaluateResult {
  NumberResult loss;
  NumberResult accuracy;
  NumberResult exact_match;
  NumberResult counted;
  FloatsResult predictions;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("loss", loss, "");
    visit("accuracy", accuracy, "share of the counted targets that are the arg max");
    visit("exactMatch", exact_match, "share of the sequences of which all counted targets are the arg max");
    visit("counted", counted, "targets");
    visit("predictions", predictions, "[sequences, length]: the arg max of each row, an id");
  }
};

struct TrainerTensorRequest : TrainerRequest {
  int index = 0;

  template <class Visit>
  void fields(Visit&& visit) {
    TrainerRequest::fields(visit);
    visit("index", index, "of a tensor, from 0");
  }
};

struct TrainerTensorResult {
  NumberResult count;
  WordResult name;
  NumberResult rows;
  NumberResult columns;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("count", count, "of all tensors");
    visit("name", name, "canonical, or position.<stack>.<part>.<parameter>; absent past the last, as the others");
    visit("rows", rows, "");
    visit("columns", columns, "");
  }
};

inline constexpr const char* kTrainerTensorParts[] = {"weight", "gradient", "moment", "square"};

// A tensor of a trainer: its values, their gradients of the last step, or one of the two moments of the optimiser.
struct ReadTrainerTensorRequest : TrainerTensorRequest {
  train::Trainer::Of of = train::Trainer::Of::weight;

  template <class Visit>
  void fields(Visit&& visit) {
    TrainerTensorRequest::fields(visit);
    visit("of", of, kTrainerTensorParts, "");
  }
};

struct WriteTrainerTensorRequest : ReadTrainerTensorRequest {
  Floats data;

  template <class Visit>
  void fields(Visit&& visit) {
    ReadTrainerTensorRequest::fields(visit);
    visit("data", data, "[rows, columns]");
  }
};

// Resumes a trainer whose tensors were written: the model reads them, and the schedule goes on after `steps`.
struct ResumeTrainerRequest : TrainerRequest {
  int steps = 0;

  template <class Visit>
  void fields(Visit&& visit) {
    TrainerRequest::fields(visit);
    visit("steps", steps, "that were done");
  }
};

Status create_trainer(const CreateTrainerRequest& request, const HandleResult& result);
Status train_step(const TrainBatchRequest& request, const TrainStepResult& result);
Status train_evaluate(const TrainBatchRequest& request, const TrainEvaluateResult& result);
Status trainer_tensor(const TrainerTensorRequest& request, const TrainerTensorResult& result);
Status read_trainer_tensor(const ReadTrainerTensorRequest& request, const TensorValues& result);
Status write_trainer_tensor(const WriteTrainerTensorRequest& request, const Nothing& result);
Status resume_trainer(const ResumeTrainerRequest& request, const Nothing& result);

}  // namespace whereformer::bindings
