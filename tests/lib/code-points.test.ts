// Every code point, encoded by the tokenizers that normalise text, against recorded truth.

import { expect, test } from 'vitest'
import { Tokenizer } from '../../web/lib/tokenizer/tokenizer.js'
import { readJson } from '../support/golden.js'

interface Truth {
  ranges: [number, number][]
  tokenizers: Record<string, [number, string][]>
}

const { ranges, tokenizers } = readJson<Truth>('tokenizers/code-points.json')
const points = ranges.flatMap(([first, end]) => Array.from({ length: end - first }, (_, i) => first + i))

function linesOf(kind: string): string[] {
  const tokenizer = new Tokenizer(readJson<object>(`tokenizers/${kind}/tokenizer.json`))
  return points.map((point) =>
    tokenizer.encode(`a${String.fromCodePoint(point)}b`, { addSpecialTokens: false }).join(' '),
  )
}

/** The code points whose ids differ from the runs. */
function differing(lines: readonly string[], runs: readonly [number, string][]): number[] {
  let at = 0
  return points.filter((point, i) => {
    while (at + 1 < runs.length && (runs[at + 1] as [number, string])[0] <= point) at++
    return lines[i] !== runs[at]?.[1]
  })
}

/** "61d 890-891" as [[0x61d, 0x61d], [0x890, 0x891]]. */
function rangesIn(text: string): [number, number][] {
  return text.split(' ').map((range) => {
    const [first = '', last = first] = range.split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
}

/**
 * Marks, punctuation and compatibility forms that are younger than the Unicode tables of the original: there they are unknown letters.
 * JavaScript engines have newer tables (of Unicode 17 as this was written; an older engine differs in fewer of them).
 */
const younger: Readonly<Record<string, string>> = {
  'word-piece':
    '61d 7fd 890-891 897-89f 8ca-8e2 9fd-9fe a76 afa-aff b55 c04 c3c c77 c84 d00 d3b-d3c d81 eba ece 166d 1734 180f 1885-1886 1abf-1add 1ae0-1aeb 1b4e-1b4f 1b7d-1b7f 1df6-1dfb 2e43-2e4f 2e52-2e5d a82c a8c5 a8ff a9bd 10d24-10d27 10d69-10d6e 10eab-10ead 10ed0 10efa-10eff 10f46-10f50 10f55-10f59 10f82-10f89 11070 11073-11074 110c2 110cd 111c9 111cf 1123e 11241 1133b 113bb-113c0 113ce 113d0 113d2 113d4-113d5 113d7-113d8 113e1-113e2 11438-1143f 11442-11444 11446 1144b-1144f 1145a-1145b 1145d-1145e 11660-1166c 116b9 1171e 1182f-11837 11839-1183b 1193b-1193c 1193e 11943-11946 119d4-119d7 119da-119db 119e0 119e2 11a01-11a0a 11a33-11a38 11a3b-11a47 11a51-11a56 11a59-11a5b 11a8a-11a96 11a98-11a9c 11a9e-11aa2 11b00-11b09 11b60 11b62-11b64 11b66 11be1 11c30-11c36 11c38-11c3d 11c3f 11c41-11c45 11c70-11c71 11c92-11ca7 11caa-11cb0 11cb2-11cb3 11cb5-11cb6 11d31-11d36 11d3a 11d3c-11d3d 11d3f-11d45 11d47 11d90-11d91 11d95 11d97 11ef3-11ef4 11ef7-11ef8 11f00-11f01 11f36-11f3a 11f40 11f42-11f4f 11f5a 11fff 12ff1-12ff2 13430-13440 13447-13455 1611e-16129 1612d-1612f 16d6d-16d6f 16e97-16e9a 16f4f 16fe2 16fe4 1cf00-1cf2d 1cf30-1cf46 1e000-1e006 1e008-1e018 1e01b-1e021 1e023-1e024 1e026-1e02a 1e08f 1e130-1e136 1e2ae 1e2ec-1e2ef 1e4ec-1e4ef 1e5ee-1e5ef 1e5ff 1e6e3 1e6e6 1e6ee-1e6ef 1e6f5 1e944-1e94a 1e95e-1e95f',
  unigram: '32ff a7f1 107a5 1ccd6 1ccd9 1ccde 1cce1 1cce4 1cce7-1cce9 1ccec 1ccf0-1ccf5 1f16c 1fbf0-1fbf5',
}

test.each(Object.entries(tokenizers))(
  '%s: all code points but those that Unicode added later',
  (kind, runs) => {
    const known = rangesIn(younger[kind] ?? '0')
    const strangers = differing(linesOf(kind), runs).filter(
      (point) => !known.some(([first, last]) => first <= point && point <= last),
    )
    expect(strangers.map((point) => point.toString(16))).toEqual([])
  },
)
