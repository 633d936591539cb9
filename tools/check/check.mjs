// Checks for a contributor after each change.   npm run check [-- ROOM…] [-- --watch]
//   ROOM      a folder of src/, web/lib/, web/ or web/elements/*/: what a change in it needs, in the browser, too; without one, all that
//             needs neither the package nor a browser
//   --watch   runs again after each change

import { watch } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../paths.mjs'
import { main, setPace } from '../process.mjs'
import { setUp } from '../setup/setup.mjs'
import { testsOf } from './room-tests.mjs'
import { report, runAll } from './run-stages.mjs'
import { coreAlone, forBrowser, forNative, forSource, forSourcesOf, stages } from './test-stages.mjs'

/** Stages of npm test that need no build. */
const cheap = ['format', 'lint', 'unused', 'arrows', 'flags', 'hosts', 'lock', 'spreads', 'golden', 'types']

/** Tests of tests/lib that take more than ten seconds each. */
export const long = ['code-points', 'facts', 'identify-large', 'identify-random', 'loading-memory', 'threads']
const withoutLong = long.map((name) => `--exclude=tests/lib/${name}.test.ts`)

/** @param {string[]} rooms */
export function stagesFor(rooms) {
  const named = (names) => stages.filter(({ name }) => names.includes(name))
  if (rooms.length === 0)
    return [
      ...named(cheap),
      coreAlone,
      forNative([]),
      forSource(['run', '--project=lib', ...withoutLong], 'core'),
    ]
  const { native, sources, needsPackage, specs } = testsOf(rooms)
  const projects = needsPackage ? [] : ['--project=lib']
  const options = [...projects, ...withoutLong]
  return [
    ...named(cheap),
    ...(needsPackage ? named(['build']) : [coreAlone]),
    ...(native.length > 0 ? [forNative(native)] : []),
    ...(sources.length > 0 ? [forSourcesOf(sources, options, needsPackage ? 'build' : 'core')] : []),
    ...(specs.length > 0 ? [forBrowser(specs)] : []),
  ]
}

/** Resolves when a source has changed since the call. */
function nextChange() {
  return new Promise((resolve) => {
    const watchers = ['src', 'bindings', 'web', 'tests', 'tools'].map((folder) =>
      watch(join(root, folder), { recursive: true }, (_, file) => {
        if (/(^|\/)dist\/|\.generated\./.test(file ?? '')) return
        for (const watcher of watchers) watcher.close()
        setTimeout(resolve, 200) // editors write in several steps
      }),
    )
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const given = process.argv.slice(2)
    const watches = given.includes('--watch')
    const chosen = stagesFor(given.filter((one) => one !== '--watch'))
    const tools = await setUp({ also: 'tests' })
    setPace(20)
    for (;;) {
      const started = Date.now()
      const changed = watches ? nextChange() : undefined
      const isGreen = report(chosen, await runAll(chosen, tools), started)
      if (!watches) {
        process.exitCode = isGreen ? 0 : 1
        return
      }
      console.log('\nWaiting for a change (Ctrl+C stops).')
      await changed
    }
  })
}
