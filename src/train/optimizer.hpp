// AdamW (Loshchilov, Hutter 2019) with clipping by the global norm (Pascanu et al. 2013) and a schedule of the learning rate.
#pragma once

#include "core/status.hpp"
#include "train/parameters.hpp"

namespace whereformer::train {

enum class Schedule { constant, linear, cosine };
inline constexpr const char* kSchedules[] = {"constant", "linear", "cosine"};

struct OptimizerSpec {
  double learning_rate = 1e-3;
  Schedule schedule = Schedule::constant;
  int warmup = 0;
  int steps = 0;
  double final_rate = 0;
  double weight_decay = 0;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double clip = 0;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("learningRate", learning_rate, "");
    visit("schedule", schedule, kSchedules, "Of the learning rate, after the warm-up.");
    visit("warmup", warmup, "Steps in which the learning rate rises from learningRate / warmup.");
    visit("steps", steps, "At which a linear or cosine schedule ends.");
    visit("finalRate", final_rate, "Share of learningRate at the end of the schedule.");
    visit("weightDecay", weight_decay, "Of matrices and embeddings; not of biases, norms and positions.");
    visit("beta1", beta1, "");
    visit("beta2", beta2, "");
    visit("epsilon", epsilon, "");
    visit("clip", clip, "Largest global norm of the gradients; 0 = off.");
  }

  Status check() const;

  // The learning rate of a step, counted from 1.
  double rate(int step) const;
};

// √Σ g² over all parameters.
double gradient_norm(std::span<const Parameter> parameters);

// Changes the values; `scale` multiplies the gradients first. `step` counts from 1.
void update(const OptimizerSpec& spec, int step, double scale, Parameter& parameter);

}  // namespace whereformer::train
