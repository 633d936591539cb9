// No room includes what it must not: ARCHITECTURE.md draws the arrows, this enforces them, with a few bans of the same kind.
// node tools/check/check-arrows.mjs   exits 1 and lists file:line of every violation
import { readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../paths.mjs'
import { sourceFiles } from '../source-files.mjs'

/** Each room and the rooms that it may include besides itself. */
const mayInclude = {
  'src/core': [],
  'src/simd': ['src/core'],
  'src/position': ['src/core'],
  'src/attention': ['src/core', 'src/simd', 'src/position'],
  'src/model': ['src/core', 'src/simd', 'src/position', 'src/attention'],
  'src/analysis': ['src/core', 'src/simd', 'src/position', 'src/attention', 'src/model'],
  'src/train': ['src/core', 'src/simd', 'src/position', 'src/attention', 'src/model'],
  bindings: [
    'src/core',
    'src/simd',
    'src/position',
    'src/attention',
    'src/model',
    'src/analysis',
    'src/train',
  ],
  'web/lib': [],
  'web/elements': ['web/lib'],
  'web/demo': ['web/lib', 'web/elements'],
}

/** Headers that only one room may include. */
const reserved = [
  { header: /^xsimd\//, room: 'src/simd', why: 'only src/simd includes xsimd' },
  { header: /^emscripten(\/|\.h$)/, room: 'bindings', why: 'only bindings includes Emscripten' },
]

const printing = /^(iostream|fstream|cstdio|stdio\.h|print)$/
const cpp = /\.(hpp|cpp|h|cc)$/
const script = /\.(ts|mts|js|mjs|html|css)$/

/**
 * @param {string} folder the repository, or a tree laid out like it
 * @param {string[]} files the files to look at, relative to it
 * @returns {{file: string, line: number, message: string}[]}
 */
export function checkArrows(folder, files) {
  return files.flatMap((file) => [
    ...checkName(file),
    ...checkContent(file, () => readFileSync(join(folder, file), 'utf8')),
  ])
}

function checkName(file) {
  const drawer = /^utils?(\.|$)/i.test(basename(file)) || /(^|\/)utils?\//i.test(file)
  return drawer
    ? [{ file, line: 1, message: 'a file is named after what it does; "utils" says nothing' }]
    : []
}

function checkContent(file, read) {
  const room = roomOf(file)
  const checks = []
  if (room && cpp.test(file)) checks.push((line) => checkInclude(file, room, line))
  if (room && script.test(file)) checks.push((line) => checkImport(file, room, line))
  if (checks.length === 0) return []
  return read()
    .split('\n')
    .flatMap((text, index) =>
      checks.flatMap((check) => check(text)).map((message) => ({ file, line: index + 1, message })),
    )
}

function checkInclude(file, room, text) {
  const included = text.match(/^\s*#\s*include\s*(["<])([^">]+)[">]/)
  if (!included) return []
  const [, , path] = included
  const messages = reserved
    .filter(({ header, room: owner }) => header.test(path) && room !== owner)
    .map(({ why }) => why)
  if (room.startsWith('src/') && printing.test(path))
    messages.push(`src does not print or touch files: <${path}>`)
  return [...messages, ...checkArrow(room, roomOfInclude(file, path))]
}

/** "core/shape.hpp" is a path below src; "shape.hpp" and "../core/shape.hpp" are relative to the file. */
function roomOfInclude(file, path) {
  if (path.startsWith('.')) return roomOf(posix.normalize(posix.join(dirname(file), path)))
  return roomOf(path) ?? roomOf(`src/${path}`)
}

function checkImport(file, room, text) {
  if (!room.startsWith('web/')) return []
  const paths = [
    ...text.matchAll(
      /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*|\bsrc=|\bhref=|@import\s+)["']([^"']+)["']/g,
    ),
  ].map((match) => match[1])
  return paths.flatMap((path) => {
    if (!/^[./]/.test(path)) return [] // an npm package
    const target = path.startsWith('.') ? posix.normalize(posix.join(dirname(file), path)) : path.slice(1)
    if (room !== 'web/lib' && /^(bindings|src|build|dist)\//.test(target))
      return [`${room} uses the package, not ${target}`]
    return checkArrow(room, roomOf(target))
  })
}

function checkArrow(room, target) {
  if (!target || target === room || mayInclude[room].includes(target)) return []
  return [`wrong arrow: ${room} must not include ${target}`]
}

function roomOf(path) {
  return Object.keys(mayInclude).find((room) => path.startsWith(`${room}/`)) ?? null
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const violations = checkArrows(root, sourceFiles())
  for (const { file, line, message } of violations) console.log(`${file}:${line}: ${message}`)
  process.exit(violations.length === 0 ? 0 : 1)
}
