// Compiled once per door with one wrong signature (must fail with the sentence of position/hooks.hpp), and once without.
#include "position/hooks.hpp"

struct Wrong {
#if defined(WRONG_EMBED)
  void embed(float* row, int position) const;
#elif defined(WRONG_ROTATE)
  template <class T>
  void rotate(std::span<T> row, double position) const;
#elif defined(WRONG_BIAS)
  float bias(int head, float query, float key) const;
#elif defined(WRONG_DISTANCE_BIAS)
  float distance_bias(int head, int distance) const;
#elif defined(WRONG_CONTENT)
  double content(int head, int query, int key) const;
#elif defined(WRONG_VALUE)
  void value(float* out) const;
#elif defined(WRONG_MASK)
  bool visible(int head, int query, int key) const;
#endif
};

static_assert(whereformer::Encoding<Wrong>);
