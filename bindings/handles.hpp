// Long-lived things that JavaScript must delete; tests assert that none is left.
#pragma once

namespace whereformer::bindings {

class Handle {
 public:
  Handle() { ++live_; }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { --live_; }

  static int live() { return live_; }

 private:
  static inline int live_ = 0;
};

}  // namespace whereformer::bindings
