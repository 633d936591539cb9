// No list of data is spread into the arguments of a call: beyond about 100,000 items that is a RangeError.
// node tools/check/check-spreads.mjs   exits 1 and lists file:line of every violation
// Allowed: the rest parameter of a function around it, and lists whose bound stands behind "spread: " in a comment on the
// line or the one above, such as "// spread: one per head".
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { root } from '../paths.mjs'
import { sourceFiles } from '../source-files.mjs'

const looked = /^(web|tools)\/.*\.(ts|mts|js|mjs)$/
const others = /\.d\.ts$|^tools\/tests\//
const reason = /\/\/ spread: \S/
const message = 'spreads a list into arguments; loop over it, or write its bound behind "// spread: "'

/**
 * @param {string} file named in the answer
 * @param {string} text
 * @returns {{ file: string, line: number, message: string }[]}
 */
export function spreadsIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const lines = text.split('\n')
  const found = []
  const visit = (node, rest) => {
    const known = rest.concat(restParametersOf(node))
    for (const list of listsIn(node)) {
      if (ts.isIdentifier(list) && known.includes(list.text)) continue
      const line = source.getLineAndCharacterOfPosition(list.getStart(source)).line
      if (!reason.test(lines[line]) && !reason.test(lines[line - 1] ?? ''))
        found.push({ file, line: line + 1, message })
    }
    ts.forEachChild(node, (child) => visit(child, known))
  }
  visit(source, [])
  return found
}

/** The expressions of a call whose items become its arguments. */
function listsIn(node) {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return []
  const spread = (node.arguments ?? []).filter(ts.isSpreadElement).map(({ expression }) => expression)
  return isApply(node) ? [...spread, node.arguments[1]] : spread
}

/** f.apply(this, list), Reflect.apply(f, this, list) */
function isApply({ expression, arguments: given }) {
  return ts.isPropertyAccessExpression(expression) && expression.name.text === 'apply' && given?.length > 1
}

function restParametersOf(node) {
  const parameters = ts.isFunctionLike(node) ? node.parameters : []
  return parameters
    .filter(({ dotDotDotToken, name }) => dotDotDotToken && ts.isIdentifier(name))
    .map(({ name }) => name.text)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = sourceFiles().filter((file) => looked.test(file) && !others.test(file))
  const violations = files.flatMap((file) => spreadsIn(file, readFileSync(join(root, file), 'utf8')))
  for (const { file, line, message } of violations) console.log(`${file}:${line}: ${message}`)
  process.exit(violations.length === 0 ? 0 : 1)
}
