// The one list of encodings.
#pragma once

#include "position/encodings/abacus.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/buckets.hpp"
#include "position/encodings/cope.hpp"
#include "position/encodings/deberta.hpp"
#include "position/encodings/fire.hpp"
#include "position/encodings/forget.hpp"
#include "position/encodings/graphormer.hpp"
#include "position/encodings/irope.hpp"
#include "position/encodings/kerple.hpp"
#include "position/encodings/learned.hpp"
#include "position/encodings/log_n.hpp"
#include "position/encodings/mask.hpp"
#include "position/encodings/mlp_bias.hpp"
#include "position/encodings/mrope.hpp"
#include "position/encodings/none.hpp"
#include "position/encodings/pope.hpp"
#include "position/encodings/randomized.hpp"
#include "position/encodings/relative_bias.hpp"
#include "position/encodings/relative_key.hpp"
#include "position/encodings/relative_projection.hpp"
#include "position/encodings/rerope.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/rope2d.hpp"
#include "position/encodings/sandwich.hpp"
#include "position/encodings/self_extend.hpp"
#include "position/encodings/shaw.hpp"
#include "position/encodings/sinusoidal.hpp"
#include "position/encodings/softcap.hpp"
#include "position/encodings/swin.hpp"
#include "position/encodings/swin_v2.hpp"
#include "position/encodings/t5_buckets.hpp"
#include "position/encodings/tisa.hpp"
#include "position/encodings/transformer_xl.hpp"
#include "position/encodings/tupe.hpp"
#include "position/encodings/xlnet.hpp"
#include "position/encodings/xpos.hpp"
#include "position/hooked.hpp"

namespace whereformer {

template <Encoding... E>
struct List {};

// All encodings, in the order of the catalogue.
using Encodings =
    List<None, Sinusoidal, Learned, Abacus, Rope, Xpos, Pope, Rope2d, Mrope, Irope, Alibi, Kerple, Sandwich, Fire,
         MlpBias, Tisa, RelativeBias, Buckets, T5Buckets, Swin, SwinV2, Graphormer, Shaw, RelativeKey, TransformerXl,
         Xlnet, Deberta, Tupe, Cope, Forget, RelativeProjection, Randomized, SelfExtend, Rerope, LogN, Softcap, Mask>;

}  // namespace whereformer
