// The changelog of a release: what was unreleased gets the version and its date.
import { Failure } from '../failure.mjs'

const HEADING = '## Unreleased\n'

/** @returns {{ text: string, notes: string }} the changelog with an empty "Unreleased", and what this version brings */
export function released(changelog, version, date) {
  const start = changelog.indexOf(HEADING)
  if (start < 0) throw new Failure('CHANGELOG.md has no heading "## Unreleased".')
  const from = start + HEADING.length
  const end = changelog.indexOf('\n## ', from)
  const notes = changelog.slice(from, end < 0 ? undefined : end).trim()
  if (!notes) throw new Failure('CHANGELOG.md lists nothing under "Unreleased": there is nothing to release.')
  const rest = end < 0 ? '' : changelog.slice(end)
  return { text: `${changelog.slice(0, from)}\n## ${version} (${date})\n\n${notes}\n${rest}`, notes }
}

/** @returns what the changelog says of a version that is released */
export function notesOf(changelog, version) {
  const start = changelog.indexOf(`\n## ${version} (`)
  if (start < 0) throw new Failure(`CHANGELOG.md has no heading "## ${version} (date)".`)
  const from = changelog.indexOf('\n', start + 1)
  const end = changelog.indexOf('\n## ', from)
  return changelog.slice(from, end < 0 ? undefined : end).trim()
}
