// Encodings that embed or rotate, in every situation.
#include "attention/cases.hpp"
#include "position/encodings/abacus.hpp"
#include "position/encodings/irope.hpp"
#include "position/encodings/learned.hpp"
#include "position/encodings/mrope.hpp"
#include "position/encodings/none.hpp"
#include "position/encodings/pope.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/rope2d.hpp"
#include "position/encodings/sinusoidal.hpp"
#include "position/encodings/xpos.hpp"
#include "stacks.hpp"

using namespace whereformer;
using whereformer::test::Case;
using whereformer::test::case_of;
using whereformer::test::random_table;
using whereformer::test::Shape;

namespace {

std::vector<Case> entering_cases() {
  return {
      case_of("", [](Shape) { return None{}; }),
      case_of("", [](Shape) { return Sinusoidal{}; }),
      case_of("",
              [](Shape s) {
                Learned e;
                e.table = random_table(s.tokens, 6, 1);
                return e;
              }),
      case_of("",
              [](Shape s) {
                Abacus e;
                e.digits = numbers(s.tokens, 1);
                e.table = random_table(s.tokens + 1, 6, 2);
                return e;
              }),
  };
}

Case rope(std::string name, void (*set)(Rope&, Shape), int multiple = 2) {
  return case_of(
      std::move(name),
      [set](Shape s) {
        Rope e;
        set(e, s);
        return e;
      },
      multiple);
}

std::vector<Case> rope_cases() {
  return {
      rope("half", [](Rope&, Shape) {}),
      rope("interleaved", [](Rope& e, Shape) { e.layout = Layout::interleaved; }),
      rope("partial", [](Rope& e, Shape) { e.rotary_dim = 2; }),
      rope("last channels", [](Rope& e, Shape s) { e.rotary_start = s.head_dim - 2; }),
      rope("values too", [](Rope& e, Shape) { e.rotate_values = true; }),
      rope("linear",
           [](Rope& e, Shape) {
             e.scaling.type = RopeScaling::Type::linear;
             e.scaling.factor = 4;
           }),
      rope(
          "dynamic",
          [](Rope& e, Shape) {
            e.scaling.type = RopeScaling::Type::dynamic;
            e.scaling.factor = 2;
            e.scaling.max_positions = 8;
          },
          4),  // its exponent d / (d − 2) needs more than one pair
      rope("yarn",
           [](Rope& e, Shape) {
             e.scaling.type = RopeScaling::Type::yarn;
             e.scaling.factor = 4;
             e.scaling.original_max = 32;
           }),
      rope("reversed", [](Rope& e, Shape) { e.reversed = true; }),
      rope("given frequencies",
           [](Rope& e, Shape s) {
             e.frequencies = numbers_of(s.head_dim / 2, [](int i) { return i % 2 == 0 ? 0.3 * (i + 1) : 0; });
           }),
      rope("local layer",
           [](Rope& e, Shape) {
             e.global_every = 6;
             e.local_base = 100;
           }),
  };
}

Case rope2d(std::string name, bool mixed, int prefix, double factor = 1) {
  return case_of(
      std::move(name),
      [=](Shape s) {
        Rope2d e;
        e.width = 5;
        e.prefix = prefix;
        if (factor != 1) e.scaling.type = RopeScaling::Type::yarn;
        e.scaling.factor = factor;
        e.scaling.original_max = 4;
        if (mixed) {
          e.layout = Layout::half;
          e.x = random_table(s.heads, s.head_dim / 2, 3);
          e.y = random_table(s.heads, s.head_dim / 2, 4);
        }
        return e;
      },
      mixed ? 2 : 4);
}

Case mrope(std::string name, Mrope::Order order, bool grid) {
  return case_of(
      std::move(name),
      [=](Shape s) {
        Mrope e;
        e.order = order;
        const int side = s.head_dim / 2 / 3;
        e.sections = numbers(
            {static_cast<double>(s.head_dim / 2 - 2 * side), static_cast<double>(side), static_cast<double>(side)});
        if (order == Mrope::Order::hwt) e.sections = numbers({e.sections[1], e.sections[1], e.sections[0]});
        if (grid) e.grid = random_table(3, s.tokens, 5, 40);
        return e;
      },
      2);
}

Case irope(std::string name, int layer, bool norm) {
  return case_of(
      std::move(name),
      [=](Shape) {
        Irope e;
        e.layer = layer;
        e.chunk = 6;
        e.floor_scale = 4;
        e.qk_norm = norm;
        return e;
      },
      2);
}

Case pope(std::string name, bool phases) {
  return case_of(std::move(name), [=](Shape s) {
    Pope e;
    if (phases) e.phases = random_table(s.heads, s.head_dim, 6, 7);
    return e;
  });
}

Case xpos(std::string name, Layout layout, double center) {
  return case_of(
      std::move(name),
      [=](Shape) {
        Xpos e;
        e.layout = layout;
        e.center = center;
        return e;
      },
      2);
}

}  // namespace

std::vector<Case> whereformer::test::turning_cases() {
  std::vector<Case> cases = entering_cases();
  for (Case& c : rope_cases()) cases.push_back(std::move(c));
  for (Case& c : std::vector<Case>{
           xpos("", Layout::interleaved, kAbsent),
           xpos("centre 3", Layout::half, 3),
           pope("", false),
           pope("phases", true),
           rope2d("axes", false, 0),
           rope2d("behind a prefix", false, 2),
           rope2d("scaled", false, 1, 4),
           rope2d("mixed", true, 1),
           mrope("chunked", Mrope::Order::chunked, false),
           mrope("interleaved on a grid", Mrope::Order::interleaved, true),
           mrope("hwt on a grid", Mrope::Order::hwt, true),
           mrope("axial on a grid", Mrope::Order::axial, true),
           irope("turned", 0, false),
           irope("turned, normalised", 0, true),
           irope("not turned", 3, false),
       }) {
    cases.push_back(std::move(c));
  }
  return cases;
}

TEST_CASE("attention under encodings that embed or rotate equals the reference") {
  whereformer::test::check_everywhere(whereformer::test::turning_cases());
}
