// The Debian packages of the toolchain that were tested: name → version and SHA-256, in debian-packages.json (ADR 29).
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

export const recordFile = new URL('debian-packages.json', import.meta.url)

/** Package and version, from the name of a file in Debian's archive: name_version_architecture.deb, name_version.orig.tar.xz. */
export function packageOf(file) {
  const [, name, version] =
    basename(file).match(/^([^_]+)_([^_]+)_[^_]+\.deb$/) ??
    basename(file).match(/^([^_]+)_([^_]+?)\.orig\.tar\.[a-z0-9]+$/) ??
    []
  return name && { name, version: decodeURIComponent(version) }
}

/** Packages in the output of apt-get --print-uris, a line each: 'address' file size hash. */
export function packagesOfUris(text) {
  const lines = [...text.matchAll(/^'[^']*' (\S+) \d+ SHA256:([0-9a-f]{64})$/gm)]
  const packages = lines.map(([, file, sha256]) => ({ ...packageOf(file), sha256 }))
  const named = packages.filter(({ name }) => name).sort((a, b) => (a.name < b.name ? -1 : 1))
  return Object.fromEntries(named.map(({ name, version, sha256 }) => [name, { version, sha256 }]))
}

export function fileEntries(files) {
  return files
    .map((file) => ({ ...packageOf(file), file }))
    .filter(({ name }) => name)
    .map(({ name, version, file }) => {
      return { name, version, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') }
    })
}

/**
 * A package with the recorded version must have the recorded bytes; an older one is refused, since a replayed index has a valid
 * signature too; a newer one is accepted on the archive's signature, and named.
 * @param {(a: string, b: string) => boolean} isOlder whether version a is older than b
 */
export function judge(found, { recorded, packages }, isOlder) {
  const refused = []
  const newer = []
  for (const { name, version, sha256 } of found) {
    const known = Object.hasOwn(packages, name) ? packages[name] : undefined
    if (!known) newer.push(`${name} ${version} (not recorded)`)
    else if (version !== known.version && isOlder(version, known.version))
      refused.push(
        `the mirror offers ${name} ${version}, older than ${known.version}, which was there on ${recorded}: it lags behind or replays an old state; use another mirror`,
      )
    else if (version !== known.version) newer.push(`${name} ${version} (tested: ${known.version})`)
    else if (sha256 !== known.sha256)
      refused.push(
        `${name} ${version} has the SHA-256 ${sha256}, recorded is ${known.sha256}; it is not used`,
      )
  }
  return { refused, newer }
}
