// Name: Rotary position embedding (RoPE)
// Name-zh: 旋转位置编码（RoPE）
// Type: rope
// Paper: Su et al. 2021, RoFormer: Enhanced Transformer with Rotary Position Embedding
// Link: https://arxiv.org/abs/2104.09864
// Year: 2021
// Doors: rotate
// Formula: \langle R_m q,\, R_n k \rangle = \langle q,\, R_{n-m} k \rangle, \quad
// R_m = \mathrm{diag}\begin{pmatrix} \cos m\omega_i & -\sin m\omega_i \cr \sin m\omega_i & \cos m\omega_i \end{pmatrix},
// \quad \omega_i = b^{-2i/r}
// Convention: `half` pairs channel i with i + r/2 (GPT-NeoX, Hugging Face Llama), `interleaved` pairs 2i with 2i + 1
// (RoFormer, GPT-J); the exponent divides by the rotary width r; channels outside of rotaryStart … rotaryStart + r pass unchanged.
// With globalEvery, layers other than every globalEvery-th turn by localBase, unscaled (Gemma 3; ModernBERT counts its layers
// from the global one: layer = its index − 1 + globalEvery). `frequencies` are radians per position (MLX's `freqs` are their reciprocals);
// 0 holds a pair still. Clipped RoPE lowers the slow ones to 0 (Clipped RoPE as A Scalable Free Lunch, arXiv 2602.05258; it is called CoPE
// there, and has nothing to do with `cope`). Where values are rotated and the output is rotated back (DeepSeek V4): `rotateValues`, then
// `rotate` with `inverse`
// Convention-zh: `half` 把通道 i 与 i + r/2 配对（GPT-NeoX、Hugging Face Llama），`interleaved` 把 2i 与 2i + 1 配对（RoFormer、GPT-J）；
// 指数除以旋转宽度 r；rotaryStart … rotaryStart + r 之外的通道不变。给出 globalEvery 时，除每第 globalEvery 层外都用 localBase 且不缩放
// （Gemma 3；ModernBERT 从全局层数起：layer = 其序号 − 1 + globalEvery）。`frequencies` 是每个位置转过的弧度（MLX 的 `freqs` 是它的倒数），0 表示
// 这一对不转。截断 RoPE 把慢的频率压到 0（Clipped RoPE as A Scalable Free Lunch，arXiv 2602.05258；文中叫 CoPE，与 `cope` 无关）。值旋转之后
// 再把输出转回去的做法（DeepSeek V4）：用 `rotateValues`，再以 `inverse` 调用 `rotate`
// See: recent.md#what-does-rope-distinguish--rope-分得清什么 | What RoPE tells apart at long distances (arXiv 2605.15514), computed | 距离很远时 RoPE 分得清什么（arXiv 2605.15514）：算一遍
// Parameter: base | | | the longest wavelength is about 2π · base | 最长波长约为 2π · base
// Parameter: layout | | | which channels form a pair | 哪些通道组成一对
// Parameter: rotaryDim | | at most headDim − rotaryStart | channels that are rotated, 0 = all from rotaryStart | 参与旋转的通道数，0 表示从 rotaryStart 起全部
// Parameter: rotaryStart | | at most headDim | the first rotated channel: decoupled RoPE turns the last ones | 首个旋转通道：解耦 RoPE 旋转末尾的通道
// Parameter: rotateValues | | | turn the values as well (RoFormer's rotary_value) | 值也旋转（RoFormer 的 rotary_value）
// Parameter: localBase | | needed by globalEvery | base of the local layers | 局部层的底数
// Parameter: globalEvery | | | every how many layers one uses base, 0 = all | 每几层有一层使用 base，0 表示全部层
// Parameter: layer | | | index of this layer, from 0 | 本层序号，从 0 起
// Parameters: rotary.hpp
// Variant: RoPE, interleaved | 交错式 RoPE | {"layout": "interleaved"} | transformers gptj
// Variant: RoPE, half-split | 对半式 RoPE | {} | transformers llama
// Variant: Partial RoPE | 部分 RoPE | {"rotaryDim": 16} | transformers gpt_neox
// Variant: RoFormer value rotation | 值也旋转（RoFormer） | {"layout": "interleaved", "rotateValues": true} | transformers roformer
// Variant: Position interpolation | 位置插值 | {"scaling": {"ropeType": "linear", "factor": 4}} | transformers ROPE_INIT_FUNCTIONS
// Variant: NTK-aware | NTK-aware | {"scaling": {"ropeType": "ntk", "factor": 4}} | jquesnelle/yarn LlamaNTKScaledRotaryEmbedding
// Variant: Dynamic NTK | 动态 NTK | {"scaling": {"ropeType": "dynamic", "factor": 4, "maxPositionEmbeddings": 2048}} | transformers ROPE_INIT_FUNCTIONS
// Variant: NTK-by-parts | 分段 NTK | {"scaling": {"ropeType": "ntkByParts", "factor": 4, "originalMaxPositionEmbeddings": 2048}} | jquesnelle/yarn LlamaPartNTKScaledRotaryEmbedding
// Variant: YaRN | YaRN | {"scaling": {"ropeType": "yarn", "factor": 4, "originalMaxPositionEmbeddings": 2048}} | transformers ROPE_INIT_FUNCTIONS
// Variant: Dynamic YaRN | 动态 YaRN | {"scaling": {"ropeType": "dynamicYarn", "originalMaxPositionEmbeddings": 2048}} | jquesnelle/yarn LlamaDynamicYaRNScaledRotaryEmbedding
// Variant: LongRoPE | LongRoPE | {"scaling": {"ropeType": "longrope", "factor": 4, "originalMaxPositionEmbeddings": 2048}} | transformers ROPE_INIT_FUNCTIONS
// Variant: Llama 3 scaling | Llama 3 缩放 | {"scaling": {"ropeType": "llama3", "factor": 8, "originalMaxPositionEmbeddings": 8192}} | transformers ROPE_INIT_FUNCTIONS
// Variant: Proportional RoPE (p-RoPE) | 比例 RoPE（p-RoPE） | {"rotaryDim": 16, "scaling": {"ropeType": "proportional"}} | transformers ROPE_INIT_FUNCTIONS
// Variant: RoPE, turned the other way | 反方向的 RoPE | {"reversed": true, "base": 100000} | transformers nanochat
// Variant: GRAPE-M | GRAPE-M | {"reversed": true, "frequencies": [2, 1, 0.5, 0.1]} | NumPy construction after model-architectures/GRAPE
// Variant: RoPE-ID | RoPE-ID | {"rotaryDim": 32, "base": 100} | transformers gpt_neox
// Variant: Dual theta | 双底数 | {"base": 1000000, "localBase": 10000, "globalEvery": 6} | transformers gemma3
// Variant: Decoupled RoPE (MLA) | 解耦 RoPE（MLA） | {"layout": "interleaved", "rotaryStart": 16} | transformers deepseek_v3
// Tested against: transformers ROPE_INIT_FUNCTIONS and apply_rotary_pos_emb of llama, gptj and gpt_neox
#pragma once

#include "position/hooks.hpp"
#include "position/parameters.hpp"
#include "position/rotary.hpp"

namespace whereformer {

struct Rope : Rotary {
  static constexpr const char* type = "rope";

  double base = 10000;
  Layout layout = Layout::half;
  int rotary_dim = 0;
  int rotary_start = 0;
  bool rotate_values = false;
  double local_base = kAbsent;
  int global_every = 0;
  int layer = 0;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.number("base", base, Range::above_one);
    visit.choice("layout", layout, {"half", "interleaved"});
    visit.integer("rotaryDim", rotary_dim, Range::even_not_negative);
    visit.integer("rotaryStart", rotary_start, Range::not_negative);
    visit.flag("rotateValues", rotate_values);
    visit.optional("localBase", local_base, Range::above_one);
    visit.integer("globalEvery", global_every, Range::not_negative);
    visit.integer("layer", layer, Range::not_negative);
    list_frequencies(visit);
  }

  Status prepare(const Geometry& geometry) {
    const int width = geometry.head_dim - rotary_start;
    if (width < 0) return value_error("position.rotaryStart", rotary_start, "a channel of the head");
    const int rotated = rotary_dim == 0 ? width : rotary_dim;
    if (rotated % 2 != 0 || rotated > width) {
      return value_error("position.rotaryDim", rotated, "an even number of channels, at most the head's");
    }
    const bool local = global_every > 0 && (layer + 1) % global_every != 0;
    if (local && !(local_base > 1)) return value_error("position.localBase", local_base, "a base for the local layers");
    const RotaryShape shape{local ? local_base : base, rotated, width, geometry.length};
    return local ? make_frequencies(shape, {}, {}) : make_frequencies(shape);
  }

  bool follows_length() const { return scaling.follows_length(); }
  std::span<const double> inverse_frequencies() const { return made().inverse.span(); }
  double attention_factor() const { return made().attention_factor; }
  PairLayout rotated_pairs() const { return {layout, rotary_start, pairs(), false, true}; }
  bool rotates_values() const { return rotate_values; }

  // Turns row [headDim] in place, the angle in double at any distance.
  void rotate(std::span<double> row, double position, int /*head*/, Side /*side*/) const {
    rotate_pairs(row, rotated_pairs(), [&](int pair) { return turn(pair, position); });
  }
};

}  // namespace whereformer
