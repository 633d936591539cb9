// The workflows of .github and the steps that they share, as tests read them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { root } from '../paths.mjs'
import { sourceFiles } from '../source-files.mjs'

/** The content of a YAML file; what its parser only warns of is an error, too. */
function yamlOf(path) {
  const document = parseDocument(readFileSync(join(root, path), 'utf8'), { strict: true, uniqueKeys: true })
  const [problem] = [...document.errors, ...document.warnings]
  if (problem) throw new Error(`${path}: ${problem.message}`)
  return document.toJS()
}

const matching = (pattern) =>
  new Map(
    sourceFiles()
      .filter((path) => pattern.test(path))
      .map((path) => [path, yamlOf(path)]),
  )

/** By path. */
export const workflows = matching(/^\.github\/workflows\/[^/]+\.yml$/)
export const actions = matching(/^\.github\/actions\/[^/]+\/action\.yml$/)
export const issueForms = matching(/^\.github\/ISSUE_TEMPLATE\/[^/]+\.yml$/)

/** Every job, with the file and the name. */
export const jobs = [...workflows].flatMap(([path, { jobs: own }]) =>
  Object.entries(own).map(([name, job]) => ({ where: `${path}, ${name}`, path, name, job })),
)

/** Every step of jobs and of actions. */
export const steps = [
  ...jobs.flatMap(({ where, job }) => (job.steps ?? []).map((step) => ({ where, step }))),
  ...[...actions].flatMap(([where, { runs }]) => runs.steps.map((step) => ({ where, step }))),
]

/** Every line that a shell runs. */
export const commands = new Set(
  steps.flatMap(({ step }) => (step.run ?? '').split('\n').map((line) => line.trim())).filter(Boolean),
)
