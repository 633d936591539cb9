// Lists every failed test with its error, from the reports of Playwright, Vitest and Node, so that the output of a run is enough to find
// the cause.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../paths.mjs'

/** Longer errors are dumps of whole pages; their cause is at the start. */
const LINES = 60

/** @returns {string[]} one text per failed test or file */
export function playwrightFailures(json) {
  const { suites = [], errors = [] } = JSON.parse(json)
  return [...suites.flatMap((suite) => failedSpecs(suite, [])), ...errors.map((error) => errorText(error))]
}

function failedSpecs(suite, above) {
  const names = [...above, suite.title]
  const inner = (suite.suites ?? []).flatMap((one) => failedSpecs(one, names))
  return [...inner, ...(suite.specs ?? []).flatMap((spec) => failedTests(spec, names))]
}

function failedTests({ title, file, line, tests }, names) {
  return tests
    .filter(({ status }) => status === 'unexpected')
    .map(({ results }) => {
      const { status, errors = [] } = results.at(-1) ?? { status: 'not run' }
      const [, ...groups] = names // the first is the file
      const name = `✘ ${file}:${line} › ${[...groups, title].join(' › ')} (${status})`
      return [name, ...errors.map(errorText)].join('\n')
    })
}

const errorText = ({ message = '', value = '', snippet = '', location }) =>
  text([message || value, snippet, location && `at ${shortened(location.file)}:${location.line}`])

/** @returns {string[]} one text per failed test or file */
export function vitestFailures(json) {
  return JSON.parse(json).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    if (status === 'failed' && assertionResults.length === 0)
      return `✘ ${shortened(name)}\n${text([message])}`
    return failed.map(
      ({ fullName, failureMessages = [] }) => `✘ ${shortened(name)} › ${fullName}\n${text(failureMessages)}`,
    )
  })
}

/** Reads the TAP reporter of node --test. @returns {string[]} one text per failed test or file */
export function nodeTestFailures(tap) {
  const blocks = tap.matchAll(/^ *not ok \d+ - (.*)\n( *)---\n([\s\S]*?)\n\2\.\.\.$/gm)
  return [...blocks].map(
    ([, name, indent, body]) => `✘ ${name}\n${text([`\n${body}`.replaceAll(`\n${indent}`, '\n')])}`,
  )
}

const shortened = (file) => relative(root, file)

function text(parts) {
  const lines = stripVTControlCharacters(parts.filter(Boolean).join('\n')).trim().split('\n')
  const rest = lines.length - LINES
  const shown = rest > 0 ? [...lines.slice(0, LINES), `… ${rest} more lines`] : lines
  return shown.map((line) => `    ${line}`).join('\n')
}
