// Encodings that the example of attention treats differently, by type.

import type { PositionEncoding } from 'whereformer'
import { abacus } from './encodings/abacus.js'
import { forget } from './encodings/forget.js'
import { mask } from './encodings/mask.js'
import type { OwnExample } from './encodings/own.js'
import { relativeProjection } from './encodings/relative-projection.js'
import { rowNumbers } from './encodings/row-numbers.js'
import { xlnet } from './encodings/xlnet.js'

type Type = PositionEncoding['type']
type Own = { readonly [T in Type]?: OwnExample<Extract<PositionEncoding, { type: T }>> }

const own: Own = { abacus, forget, mask, relativeProjection, xlnet, t5: rowNumbers, buckets: rowNumbers }

export const ownExample = (type: string): OwnExample => (own[type as Type] ?? {}) as OwnExample
