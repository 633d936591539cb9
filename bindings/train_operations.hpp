// Operations of the core for training, besides those of the plain core.
#pragma once

#include "bindings/requests/trainer.hpp"

namespace whereformer::bindings {

template <class Visit>
void train_operations(Visit&& visit) {
  visit.template operation<create_trainer>("createTrainer");
  visit.template operation<train_step>("trainStep");
  visit.template operation<train_evaluate>("trainEvaluate");
  visit.template operation<trainer_tensor>("trainerTensor");
  visit.template operation<read_trainer_tensor>("readTrainerTensor");
  visit.template operation<write_trainer_tensor>("writeTrainerTensor");
  visit.template operation<resume_trainer>("resumeTrainer");
}

}  // namespace whereformer::bindings
