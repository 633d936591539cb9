// Imports and includes of a file of the project, as paths of files of the project.
import { dirname, posix } from 'node:path'

const cpp = /\.(hpp|cpp|h|cc)$/
const script = /\.(ts|mts|js|mjs|html|css)$/

const include = /^\s*#\s*include\s*["<]([^">]+)[">]/
// Types, dynamic imports and workers as well.
const imported = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*|\bsrc=|\bhref=|@import\s+)["']([^"']+)["']/g

/** @returns {{ line: number, path: string }[]} what a file asks for, in its own words */
export function importsIn(file, text) {
  if (!cpp.test(file) && !script.test(file)) return []
  const paths = (line) =>
    cpp.test(file)
      ? (include.exec(line)?.slice(1) ?? [])
      : Array.from(line.matchAll(imported), (match) => match[1])
  return text.split('\n').flatMap((line, index) => paths(line).map((path) => ({ line: index + 1, path })))
}

/**
 * The places where an import may lead, the first that exists is meant. Of scripts a relative path only; of C++ "core/shape.hpp" is a path
 * below src, "shape.hpp" and "../core/shape.hpp" are relative to the file.
 */
export function targetsOf(file, path) {
  const beside = posix.normalize(posix.join(dirname(file), path))
  if (cpp.test(file)) return [beside, path, `src/${path}`]
  if (path.startsWith('/')) return [path.slice(1)]
  if (!path.startsWith('.')) return [] // a package
  return [beside, beside.replace(/\.js$/, '.ts'), beside.replace(/\.js$/, '.d.ts'), `${beside}.ts`]
}

/** @returns {Map<string, { line: number, target: string }[]>} every file with those that it imports */
export function importGraph(files, read) {
  const known = new Set(files)
  const edges = (file) =>
    importsIn(file, read(file)).flatMap(({ line, path }) => {
      const target = targetsOf(file, path).find((one) => known.has(one))
      return target === undefined || target === file ? [] : [{ line, target }]
    })
  return new Map(
    files.filter((file) => cpp.test(file) || script.test(file)).map((file) => [file, edges(file)]),
  )
}

/**
 * One shortest circle for every knot of nodes that reach each other.
 * @param {Map<string, Iterable<string>>} graph
 * @returns {string[][]} each from a node back to the same node
 */
export function circlesOf(graph) {
  const reach = new Map()
  const inCircle = [...graph.keys()].filter((node) => reachFrom(graph, node, reach).has(node))
  const circles = []
  const seen = new Set()
  for (const node of inCircle) {
    if (seen.has(node)) continue
    for (const other of inCircle)
      if (reach.get(node).has(other) && reach.get(other).has(node)) seen.add(other)
    circles.push(wayBack(graph, node))
  }
  return circles
}

function reachFrom(graph, start, reach) {
  const found = new Set()
  const waiting = [...(graph.get(start) ?? [])]
  while (waiting.length) {
    const node = waiting.pop()
    if (found.has(node)) continue
    found.add(node)
    // spread: the imports of one file
    waiting.push(...(graph.get(node) ?? []))
  }
  reach.set(start, found)
  return found
}

/** Breadth first, so that the circle is a shortest one. */
function wayBack(graph, start) {
  const ways = [[start]]
  const seen = new Set()
  for (const way of ways) {
    for (const next of graph.get(way.at(-1)) ?? []) {
      if (next === start) return [...way, start]
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  }
  throw new Error(`${start} is in no circle`)
}
