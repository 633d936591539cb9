// Formulas as MathML, which browsers render natively: those of the catalogue in web/elements/figures/encoding/formulas.generated.ts, those of
// the mistakes in web/elements/figures/mistakes/formulas.generated.ts.

import { importTypeScript } from '../build/typescript.mjs'
import { catalogue } from './catalogue.mjs'
import { formatted } from './generated.mjs'

const ofCatalogue = 'web/elements/figures/encoding/formulas.generated.ts'
const ofMistakes = 'web/elements/figures/mistakes/formulas.generated.ts'

// as the page writes its own
const { mathOf } = await importTypeScript('web/demo/site/math.ts')
const mathMl = (formula) => mathOf(formula, true)

/** A wide space separates two formulas: each gets its own line. */
const linesOf = (formulas) =>
  formulas
    .split(/\\q?quad(?![a-z])/)
    .map((formula) => mathMl(formula))
    .join('')

function catalogueModule() {
  const lines = catalogue().map(({ type, formula }) => `${type}: ${quoted(mathMl(formula))},\n`)
  return formatted(
    `// Generated from src/position/encodings/*.hpp by "npm run generate". Do not edit.

/** MathML by type of encoding. */
export const formulas: Readonly<Record<string, string>> = {\n${lines.join('')}}\n`,
    ofCatalogue,
  )
}

async function mistakesModule() {
  const { mistakes } = await importTypeScript('web/elements/figures/mistakes/collection/index.ts')
  const lines = mistakes.map(
    ({ id, formula, rightFormula }) =>
      `'${id}': [${quoted(linesOf(formula))}, ${quoted(linesOf(rightFormula))}],\n`,
  )
  return formatted(
    `// Generated from web/elements/figures/mistakes/collection by "npm run generate". Do not edit.

/** MathML by id of a mistake: the wrong formula and the right one. */
export const formulas: Readonly<Record<string, readonly [string, string]>> = {\n${lines.join('')}}\n`,
    ofMistakes,
  )
}

const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

/** @returns path from the root → text */
export async function formulaFiles() {
  return new Map([
    [ofCatalogue, catalogueModule()],
    [ofMistakes, await mistakesModule()],
  ])
}
