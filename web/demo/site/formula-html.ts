// A formula as HTML. MathML has no line breaks of its own: it is written in pieces, of which the later ones go below where the page is narrow.

import { mathOf } from './math.js'

/** A wide space stands between two formulas. */
export function formulaHtml(tex: string): string {
  return tex
    .split(/\\q?quad(?![a-z])/)
    .map(
      (formula) =>
        `<span class="formula-line">${atRelation(formula)
          .map((piece) => mathOf(piece, true))
          .join(' ')}</span>`,
    )
    .join(' ')
}

const OPENS = /^(?:\{|\\begin|\\left|\\bigl)/
const CLOSES = /^(?:\}|\\end|\\right|\\bigr)/

/** Both sides of the first equals sign that is in no bracket; the sign begins the second. */
function atRelation(tex: string): string[] {
  let depth = 0
  for (const { 0: sign, index } of tex.matchAll(/\\[a-z]+|[{}=]/g)) {
    if (OPENS.test(sign)) depth += 1
    else if (CLOSES.test(sign)) depth -= 1
    else if (sign === '=' && depth === 0 && tex.slice(0, index).trim())
      return [tex.slice(0, index), tex.slice(index)]
  }
  return [tex]
}
