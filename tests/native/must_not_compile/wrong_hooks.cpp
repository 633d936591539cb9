// Compiled once per hook with a wrong signature (must fail with the sentence of position/hooks.hpp), and once without.
#include "position/hooks.hpp"

struct Wrong {
#if defined(WRONG_EMBED)
  void embed(float* row, int position) const;
#elif defined(WRONG_ROTATE)
  template <class T>
  void rotate(std::span<T> row, double position, int head) const;
#elif defined(WRONG_BIAS)
  float bias(int head, float query, float key) const;
#elif defined(WRONG_DISTANCE_BIAS)
  float distance_bias(int head, int distance) const;
#elif defined(WRONG_PAIR_BIAS)
  double pair_bias(int head, double distance) const;
#elif defined(WRONG_QUERY_VECTOR)
  void query_vector(int head, double query, double key, std::span<double> out) const;
#elif defined(WRONG_KEY_VECTOR)
  void key_vector(int head, double distance, std::span<float> out) const;
#elif defined(WRONG_CONTENT)
  double content(int head, int query, int key) const;
#elif defined(WRONG_CONTENT_ROW)
  void content_row(std::span<const double> q, std::span<const double> products, int head,
                   std::span<double> content) const;
#elif defined(WRONG_VALUE_VECTOR)
  std::span<double> value_vector(int head, double distance) const;
#elif defined(WRONG_VALUE)
  void value(float* out) const;
#elif defined(WRONG_MASK)
  bool visible(int head, int query, int key) const;
#elif defined(WRONG_PLACE)
  float place(int position) const;
#elif defined(WRONG_EFFECTIVE_DISTANCE)
  double effective_distance(double distance) const;
#elif defined(WRONG_CAP)
  float cap(int head) const;
#elif defined(WRONG_REACH)
  double reach() const;
#elif defined(WRONG_FOLLOWS_LENGTH)
  bool follows_length(double length) const;
#elif defined(WRONG_DOT_SCALE)
  double dot_scale(int head_dim) const;
#elif defined(WRONG_TURNS)
  whereformer::PairLayout turns() const;  // without rotate
#endif
};

static_assert(whereformer::Encoding<Wrong>);
