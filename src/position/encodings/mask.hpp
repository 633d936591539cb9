// Name: Masks
// Name-zh: 掩码
// Type: mask
// Paper: Beltagy, Peters, Cohan 2020, Longformer; Raffel et al. 2020 (prefix); Hassani et al. 2023, Neighborhood Attention
// Transformer; Arriola et al. 2025, Block Diffusion
// Link: https://arxiv.org/abs/2004.05150
// Year: 2020
// Doors: mask
// Formula: s_{ij} \leftarrow \begin{cases} s_{ij} & j \in V(i) \cr -\infty & \text{otherwise} \end{cases}
// Convention: indices among the keys, not position ids. `causal`: key ≤ query. `prefix`: that, or key < prefix. `window`: query −
// left … query + right. `dilated`: every dilation-th key of the window, both ways. `globalWindow`: the window, and the first
// `globals` tokens see and are seen by all. `document`: the same id, tokens past the list belong to its last document.
// `neighborhood`: a grid numbered row by row, kernel × kernel keys around the query, pushed inside at the borders.
// `blockDiffusion`: `width` noised tokens before as many clean ones; noised tokens see their own block and the clean blocks before
// it, clean ones the clean blocks up to their own. Indices below 0 (`bottom-right`, more queries than keys) have no document, no
// cell, no block and are not global; nor has an index past the grid a cell: such queries see nothing there
// Convention-zh: 用键的序号，而非位置编号。`causal`：key ≤ query。`prefix`：另加 key < prefix。`window`：query − left … query + right。
// `dilated`：窗口内前后每隔 dilation 个键。`globalWindow`：窗口之外，前 `globals` 个词元看到全部且被全部看到。`document`：编号相同，
// 列表之外的词元属于最后一篇。`neighborhood`：网格逐行编号，查询周围 kernel × kernel 个键，在边界处推回网格内。`blockDiffusion`：
// `width` 个加噪词元之后是同样多的干净词元；加噪词元看本块与之前的干净块，干净词元看到本块为止的干净块。小于 0 的序号（`bottom-right` 且查询多于键）
// 没有文档、格子和块，也不是全局词元；超出网格的序号没有格子：这类查询在此看不到任何键
// Parameter: kind | | | which keys a query sees | 查询能看到哪些键
// Parameter: prefix | | | keys that all see (prefix) | 全部可见的前缀长度（prefix）
// Parameter: left | whole | | keys back (window, dilated, globalWindow); none = all | 查询之前的键数（window、dilated、globalWindow），缺省为全部
// Parameter: right | whole | | keys ahead (window, dilated, globalWindow); none = all | 查询之后的键数（window、dilated、globalWindow），缺省为全部
// Parameter: dilation | | | distance between the keys seen (dilated) | 可见键的间隔（dilated）
// Parameter: globals | | | global tokens at the start (globalWindow) | 开头的全局词元数（globalWindow）
// Parameter: documents | | needed by document; one id per token | id of each token's document | 各词元所属文档的编号
// Parameter: width | | needed by neighborhood and blockDiffusion | columns of the grid; length of the clean sequence | 网格列数；干净序列的长度
// Parameter: height | | needed by neighborhood | rows of the grid | 网格行数
// Parameter: kernel | | odd, at most width and height; needed by neighborhood | side of the neighbourhood | 邻域边长
// Parameter: block | | needed by blockDiffusion | tokens per block | 每块的词元数
// Variant: Causal | 因果 | {} | attention-gym causal_mask
// Variant: Prefix LM | 前缀语言模型 | {"kind": "prefix", "prefix": 4} | attention-gym generate_prefix_lm_mask
// Variant: Sliding window | 滑动窗口 | {"kind": "window", "left": 128, "right": 0} | attention-gym generate_sliding_window
// Variant: Dilated window | 膨胀窗口 | {"kind": "dilated", "left": 8, "right": 8, "dilation": 2} |
// attention-gym generate_dilated_sliding_window
// Variant: Global tokens and window | 全局词元与窗口 | {"kind": "globalWindow", "left": 8, "right": 8, "globals": 1} |
// attention-gym generate_global_sliding_window
// Variant: Documents | 文档 | {"kind": "document", "documents": [0, 0, 1, 1]} | attention-gym generate_doc_mask_mod
// Variant: Neighborhood | 邻域 | {"kind": "neighborhood", "width": 8, "height": 8, "kernel": 3} | attention-gym generate_natten
// Variant: Block diffusion | 块扩散 | {"kind": "blockDiffusion", "width": 12, "block": 4} | attention-gym generate_block_diffusion_mask
// Tested against: attention-gym masks
#pragma once

#include <algorithm>
#include <limits>

#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Mask {
  static constexpr const char* type = "mask";
  // From `document` on: kinds of which an index below 0 has no part.
  enum class Kind { causal, prefix, window, dilated, global_window, document, neighborhood, block_diffusion };

  Kind kind = Kind::causal;
  int prefix = 0;
  double left = kAbsent;
  double right = kAbsent;
  int dilation = 1;
  int globals = 0;
  Numbers documents;
  int width = 0;
  int height = 0;
  int kernel = 0;
  int block = 0;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.choice(
        "kind", kind,
        {"causal", "prefix", "window", "dilated", "globalWindow", "document", "neighborhood", "blockDiffusion"});
    visit.integer("prefix", prefix, Range::not_negative);
    visit.optional("left", left, Range::not_negative);
    visit.optional("right", right, Range::not_negative);
    visit.integer("dilation", dilation, Range::at_least_one);
    visit.integer("globals", globals, Range::not_negative);
    visit.numbers("documents", documents, Range::any);
    visit.integer("width", width, Range::not_negative);
    visit.integer("height", height, Range::not_negative);
    visit.integer("kernel", kernel, Range::not_negative);
    visit.integer("block", block, Range::not_negative);
  }

  Status prepare(const Geometry&) {
    back_ = limit(left);
    ahead_ = limit(right);
    if (kind == Kind::document) return find_documents();
    const bool grid = kind == Kind::neighborhood;
    if ((grid || kind == Kind::block_diffusion) && (width < 1 || width > kMost)) {
      return value_error("position.width", width, "1 to 2^24");
    }
    if (grid && (height < 1 || height > kMost / width)) {
      return value_error("position.height", height, "at least 1, at most 2^24 cells");
    }
    if (grid && (kernel % 2 == 0 || kernel > std::min(width, height))) {
      return value_error("position.kernel", kernel, "an odd number, at most width and height");
    }
    if (kind == Kind::block_diffusion && block < 1) return value_error("position.block", block, "at least 1 token");
    return {};
  }

  bool visible(int query, int key) const {
    const KeyRange seen = range(query, std::numeric_limits<int>::max());
    return key >= seen.first && key < seen.last && holds(query, key);
  }

  // From the first key that is seen to the last.
  KeyRange range(int query, int keys) const {
    const KeyRange all{0, keys};
    const KeyRange near{query - back_, query + ahead_ + 1};
    if (query < 0 && kind >= Kind::document) return {};
    switch (kind) {
      case Kind::causal:
        return all.intersect({0, query + 1});
      case Kind::prefix:
        return all.intersect({0, std::max(prefix, query + 1)});
      case Kind::window:
      case Kind::dilated:
        return all.intersect(near);
      case Kind::global_window:
        return global(query) ? all : all.intersect(globals > 0 ? KeyRange{0, std::max(globals, near.last)} : near);
      case Kind::document:
        return contiguous_ ? all.intersect(runs_[at(query)]) : all;
      case Kind::neighborhood: {
        if (query >= width * height) return {};
        const int first = corner(query / width, height) * width + corner(query % width, width);
        return all.intersect({first, first + (kernel - 1) * width + kernel});
      }
      case Kind::block_diffusion:
        break;
    }
    const bool noised = query < width;
    const int start = (noised ? query : query - width) / block * block;
    const int end = start + std::min(block, kMost);  // past the clean sequence blocks go on
    if (noised) return all.intersect({start, start > 0 ? width + start : std::min(end, width)});
    return all.intersect({width, width + end});
  }

  // Is every key of the range seen?
  bool exact_range() const {
    if (kind == Kind::document) return contiguous_;
    return kind == Kind::causal || kind == Kind::prefix || kind == Kind::window;
  }

 private:
  static constexpr int kMost = 1 << 24;  // indices are float in places
  static constexpr std::size_t kMostRuns = 4096;

  static int limit(double keys) { return keys <= kMost ? static_cast<int>(keys) : kMost; }

  bool global(int token) const { return static_cast<unsigned>(token) < static_cast<unsigned>(globals); }

  // Whether a key within the range is seen.
  bool holds(int query, int key) const {
    switch (kind) {
      case Kind::dilated:
        return (key - query) % dilation == 0;
      case Kind::global_window:
        return global(query) || global(key) || key >= query - back_;
      case Kind::document:
        return documents[at(query)] == documents[at(key)];
      case Kind::neighborhood: {
        const int column = key % width - corner(query % width, width);
        return column >= 0 && column < kernel;
      }
      case Kind::block_diffusion:
        return query >= width || key >= width || key / block == query / block;
      default:
        return true;
    }
  }

  // Where the neighbourhood of a coordinate begins: around it, and inside the grid.
  int corner(int coordinate, int size) const { return std::clamp(coordinate - kernel / 2, 0, size - kernel); }

  std::size_t at(int index) const { return std::min(static_cast<std::size_t>(index), documents.size() - 1); }

  Status find_documents() {
    if (documents.empty()) return shape_error("position.documents", 0, "one id per token");
    const int count = static_cast<int>(documents.size());
    Buffer<double> ids;  // one per run; of as many as are compared
    TRY(runs_.allocate_unset(documents.size()));
    TRY(ids.allocate_unset(std::min(documents.size(), kMostRuns)));
    std::size_t runs = 0;
    for (int first = 0, last = 0; first < count; first = last) {
      while (last < count && documents[at(last)] == documents[at(first)]) ++last;
      if (runs < ids.size()) ids[runs] = documents[at(first)];
      ++runs;
      const int end = last < count ? last : std::numeric_limits<int>::max();
      std::fill(runs_.data() + first, runs_.data() + last, KeyRange{first, end});
    }
    contiguous_ = runs <= kMostRuns;  // beyond, masks are evaluated pair by pair: slower, same result
    for (std::size_t i = 1; contiguous_ && i < runs; ++i) {
      contiguous_ = std::find(ids.data(), ids.data() + i, ids[i]) == ids.data() + i;
    }
    return {};
  }

  int back_ = kMost;
  int ahead_ = kMost;
  bool contiguous_ = false;
  Buffer<KeyRange> runs_;  // of each token: the tokens around it with its id
};

}  // namespace whereformer
