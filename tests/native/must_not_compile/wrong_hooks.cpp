// Compiled once per hook of position/hook_list.inc with a wrong signature (must fail with the sentence of position/hooks.hpp),
// and once without.
#include "position/hooks.hpp"

struct Wrong {
#if defined(WRONG_embed)
  void embed(float* row, int position) const;
#elif defined(WRONG_rotate)
  void rotate(std::span<double> row, double position, int head) const;
#elif defined(WRONG_rotated_pairs)
  whereformer::PairLayout rotated_pairs() const;  // without rotate
#elif defined(WRONG_rotated_width)
  int rotated_width() const;
#elif defined(WRONG_rotates_values)
  bool rotates_values() const;  // without rotate
#elif defined(WRONG_by_own_position)
  static constexpr bool by_own_position = true;
#elif defined(WRONG_inverse_frequencies)
  std::span<const float> inverse_frequencies() const;
#elif defined(WRONG_attention_factor)
  float attention_factor() const;
#elif defined(WRONG_distance_bias)
  float distance_bias(int head, int distance) const;
#elif defined(WRONG_pair_bias)
  double pair_bias(int head, double distance) const;
#elif defined(WRONG_by_distance)
  bool by_distance() const;  // without pair_bias
#elif defined(WRONG_linear_bias)
  double linear_bias(int head) const;
#elif defined(WRONG_bias_is_position_product)
  static constexpr bool bias_is_position_product = true;
#elif defined(WRONG_query_vector)
  void query_vector(int head, double query, double key, std::span<double> out) const;
#elif defined(WRONG_key_vector)
  void key_vector(int head, double distance, std::span<float> out) const;
#elif defined(WRONG_sinusoids)
  whereformer::ProjectedSinusoids sinusoids(int head) const;
#elif defined(WRONG_content)
  double content(int head, int query, int key) const;
#elif defined(WRONG_has_content)
  bool has_content() const;  // without content
#elif defined(WRONG_content_row)
  void content_row(std::span<const double> q, std::span<const double> products, int head,
                   std::span<double> content) const;
#elif defined(WRONG_value_vector)
  std::span<double> value_vector(int head, double distance) const;
#elif defined(WRONG_visible)
  bool visible(int query, int key) const;  // without range
#elif defined(WRONG_range)
  whereformer::KeyRange range(int query) const;
#elif defined(WRONG_exact_range)
  bool exact_range() const;  // without visible and range
#elif defined(WRONG_check_positions)
  whereformer::Status check_positions(float position) const;
#elif defined(WRONG_remap)
  float remap(int position) const;
#elif defined(WRONG_effective_distance)
  double effective_distance(double distance) const;
#elif defined(WRONG_far_positions)
  whereformer::FarPositions far_positions() const;  // without effective_distance
#elif defined(WRONG_cap)
  float cap(int head) const;
#elif defined(WRONG_saturation_distance)
  double saturation_distance() const;
#elif defined(WRONG_follows_length)
  int follows_length() const;
#elif defined(WRONG_one_thread)
  static constexpr bool one_thread = true;
#elif defined(WRONG_learn)
  double distance_bias(int head, double distance) const;
  void learn(int head, double distance, double value, whereformer::LearnedGradients& to) const;
#elif defined(WRONG_dot_scale)
  double dot_scale(int head_dim) const;
#endif
};

static_assert(whereformer::Encoding<Wrong>);
