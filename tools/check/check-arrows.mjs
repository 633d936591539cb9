// Enforces the allowed imports between rooms (rooms.mjs), no circles of imports, and a few similar rules.
// node tools/check/check-arrows.mjs   exits 1 and lists file:line of every violation; else prints how many rooms, floors and arrows there are
import { readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../paths.mjs'
import { sourceFiles } from '../source-files.mjs'
import { circlesOf, importGraph, importsIn, targetsOf } from './imports.mjs'
import { rooms } from './rooms.mjs'

/** Headers that only one room may include. */
const reserved = [
  { header: /^xsimd\//, room: 'src/simd', why: 'only src/simd includes xsimd' },
  { header: /^emscripten(\/|\.h$)/, room: 'bindings', why: 'only bindings includes Emscripten' },
]

const printing = /^(iostream|fstream|cstdio|stdio\.h|print)$/
const cpp = /\.(hpp|cpp|h|cc)$/
/** Folders in which circles are looked for. */
const ours = /^(src|bindings|web|tools)\//

/** Rooms that are made of the package as users get it. */
const usesPackage = /^web\/(content|elements|demo)(\/|$)/

/** @typedef {{ file: string, line: number, message: string }} Violation */

/**
 * @param {string} folder the repository, or a tree laid out like it
 * @param {string[]} files the files to look at, relative to it
 * @param {readonly import('./rooms.mjs').Room[]} table
 * @returns {Violation[]}
 */
export function checkArrows(folder, files, table = rooms) {
  const texts = new Map()
  const read = (file) => {
    if (!texts.has(file)) texts.set(file, readFileSync(join(folder, file), 'utf8'))
    return texts.get(file)
  }
  return [
    ...files.flatMap((file) => [...checkName(file), ...checkImports(file, read, table)]),
    ...checkCircles(files, read),
  ]
}

/**
 * Whether the table of rooms says what is on the disk, and has an order.
 * @returns {Violation[]}
 */
export function checkRooms(files, table = rooms) {
  const violation = (path, message) => ({ file: path, line: 1, message })
  const paths = new Set(table.map(({ path }) => path))
  const missing = [...paths].filter((path) => !files.some((file) => isIn(file, path)))
  const folders = new Set(files.map((file) => ownFilesOf(posix.dirname(file))))
  const unknown = table
    .flatMap(({ mayImport }) => mayImport)
    .filter((path) => !paths.has(path) && !folders.has(path))
  const inside = (room) => [...paths].filter((path) => posix.dirname(path) === room)
  const whole = (room) => allowedFor(room, table).filter((path) => paths.has(path))
  const graph = new Map([...paths].map((room) => [room, [...whole(room), ...inside(room)]]))
  return [
    ...missing.map((path) => violation(path, 'a room in tools/check/rooms.mjs that is no folder')),
    ...[...new Set(unknown)].map((path) =>
      violation(path, 'a room may import it, but tools/check/rooms.mjs has no such room'),
    ),
    ...foldersBeside(files, paths).map((path) =>
      violation(path, 'a folder beside rooms that is no room of tools/check/rooms.mjs'),
    ),
    ...circlesOf(graph).map((circle) => violation(circle[0], `rooms in a circle: ${circle.join(' → ')}`)),
  ]
}

/** Folders that are no rooms, but stand beside one. */
function foldersBeside(files, paths) {
  const parents = new Set([...paths].map((path) => posix.dirname(path)).filter((path) => path !== '.'))
  const folders = files.flatMap((file) => {
    const parts = file.split('/').slice(0, -1)
    return parts.map((_, i) => parts.slice(0, i + 1).join('/'))
  })
  return [...new Set(folders)].filter((path) => parents.has(posix.dirname(path)) && !paths.has(path))
}

/**
 * The rooms of each folder: how many, on how many floors (a room is one floor above the highest that it may import), and how many of
 * them may import how many others. An arrow between rooms inside of two of them is one between these two.
 * @returns {{ folder: string, rooms: number, floors: number, arrows: number }[]} of folders with several rooms
 */
export function countRooms(table = rooms) {
  const inside = new Map()
  for (const { path } of table) {
    const folder = posix.dirname(path)
    inside.set(folder, [...(inside.get(folder) ?? []), path])
  }
  return [...inside].flatMap(([folder, paths]) => {
    if (folder === '.' || paths.length < 2) return []
    const around = (file) => paths.find((path) => path === file || isIn(file, path))
    const arrows = new Map(paths.map((path) => [path, new Set()]))
    for (const { path, mayImport } of table)
      for (const target of mayImport) {
        const [from, to] = [around(path), around(target)]
        if (from && to && from !== to) arrows.get(from).add(to)
      }
    const floorOf = (path) => 1 + highest([...arrows.get(path)].map(floorOf))
    const floors = highest(paths.map(floorOf))
    const count = [...arrows.values()].reduce((sum, { size }) => sum + size, 0)
    return [{ folder, rooms: paths.length, floors, arrows: count }]
  })
}

const highest = (floors) => floors.reduce((most, floor) => Math.max(most, floor), 0)

function checkName(file) {
  const drawer = /^utils?(\.|$)/i.test(basename(file)) || /(^|\/)utils?\//i.test(file)
  return drawer
    ? [{ file, line: 1, message: 'a file is named after what it does; "utils" says nothing' }]
    : []
}

function checkImports(file, read, table) {
  const room = roomOf(file, table)
  if (!room) return []
  const check = cpp.test(file) ? checkInclude : checkImport
  return importsIn(file, read(file)).flatMap(({ line, path }) =>
    check(file, room, path, table).map((message) => ({ file, line, message })),
  )
}

function checkInclude(file, room, path, table) {
  const messages = reserved
    .filter(({ header, room: owner }) => header.test(path) && room !== owner)
    .map(({ why }) => why)
  if (room.startsWith('src/') && printing.test(path))
    messages.push(`src does not print or touch files: <${path}>`)
  const [beside, ...fromRoot] = targetsOf(file, path)
  const target = path.startsWith('.') ? roomOf(beside, table) : firstRoom(fromRoot, table)
  return [...messages, ...checkArrow(room, target, table)]
}

const firstRoom = (paths, table) => paths.map((path) => roomOf(path, table)).find(Boolean)

function checkImport(file, room, path, table) {
  const [target] = targetsOf(file, path)
  if (target === undefined) return []
  if (usesPackage.test(room) && /^(bindings|src|build|dist)\//.test(target))
    return [`${room} uses the package, not ${target}`]
  return checkArrow(room, roomOf(target, table), table)
}

function checkArrow(room, target, table) {
  if (!target || target === room || isIn(target, room)) return []
  const allowed = allowedFor(room, table)
  if (allowed.some((path) => [target, ownFilesOf(target)].includes(path) || isIn(target, path))) return []
  return [`wrong arrow: ${room} must not include ${target}`]
}

/** How rooms.mjs names the files of a folder without those of its folders. */
const ownFilesOf = (folder) => `${folder}/*`

/** Rooms that a room and the rooms around it may import, by the table. */
const allowedFor = (room, table) =>
  table.filter(({ path }) => path === room || isIn(room, path)).flatMap(({ mayImport }) => mayImport)

/** The innermost room around a file. */
function roomOf(file, table) {
  const around = table.map(({ path }) => path).filter((path) => isIn(file, path))
  return around.sort((a, b) => b.length - a.length)[0]
}

const isIn = (path, folder) => path.startsWith(`${folder}/`)

function checkCircles(files, read) {
  const graph = importGraph(
    files.filter((file) => ours.test(file)),
    read,
  )
  const names = new Map(Array.from(graph, ([file, edges]) => [file, edges.map(({ target }) => target)]))
  return circlesOf(names).map((circle) => {
    const [file, next] = circle
    const { line } = graph.get(file).find(({ target }) => target === next)
    return { file, line, message: `imports in a circle: ${circle.join(' → ')}` }
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = sourceFiles()
  const violations = [...checkArrows(root, files), ...checkRooms(files)]
  for (const { file, line, message } of violations) console.log(`${file}:${line}: ${message}`)
  if (violations.length === 0)
    for (const { folder, rooms: count, floors, arrows } of countRooms())
      console.log(`${folder}: ${count} rooms, floors: ${floors}, arrows: ${arrows}`)
  process.exit(violations.length === 0 ? 0 : 1)
}
