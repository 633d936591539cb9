// TeX → MathML at build time: formulas need no script and no fonts. \content{…} and \position{…} have the two colours of the page.

import katex from 'katex'

const COLORS = { content: 'mediumblue', position: 'chocolate' } // any two names that no formula uses

const macros = {
  '\\content': `\\textcolor{${COLORS.content}}{#1}`,
  '\\position': `\\textcolor{${COLORS.position}}{#1}`,
}

export function mathOf(tex: string, displayMode = false): string {
  const html = katex.renderToString(tex, {
    output: 'mathml',
    displayMode,
    throwOnError: true,
    macros: { ...macros },
  })
  const math = html.match(/<math[\s\S]*<\/math>/)?.[0]
  if (!math) throw new Error(`KaTeX made no MathML of ${tex}`)
  return Object.entries(COLORS).reduce(
    (text, [name, color]) => text.replaceAll(`mathcolor="${color}"`, `class="${name}"`),
    // some screen readers would read the TeX annotation of KaTeX aloud
    spacedNames(math.replace(/<annotation[\s\S]*?<\/annotation>/g, '')),
  )
}

const THIN = '<mspace width="0.1667em"></mspace>'

/** Thin spaces around names of functions, as TeX sets them: browsers leave none, and "cos p" would be read as one name. */
function spacedNames(math: string): string {
  return math
    .replace(/(?<=<\/mi><mo>\u2061<\/mo>)(?!<mo[^>]*>\(|<mrow><mo fence|<mspace|<\/)/g, THIN)
    .replace(
      /(?<=<\/(?:mi|mn|msub|msup|msubsup|mstyle)>|\)<\/mo>)(?<!∑<\/mo><mi>.<\/mi><\/msub>)(?=<mi>[a-z]{2,}<\/mi><mo>\u2061<\/mo>)/g,
      THIN,
    )
}
