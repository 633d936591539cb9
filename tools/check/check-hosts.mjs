// No file names a package registry or a folder of one machine: the repository works with the user's mirror and folders.
// node tools/check/check-hosts.mjs   exits 1 and lists file:line of every violation
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../paths.mjs'
import { sourceFiles } from '../source-files.mjs'

const bans = [
  {
    pattern:
      /\b(?:registry|deb|ftp|security|snapshot|pypi|files|static|index|proxy)\.(?:npmjs|npmmirror|yarnpkg|debian|pythonhosted|python|crates|golang)\.[a-z]+\b|\bpypi\.(?:org|io)\b/,
    message: 'names a package registry; leave the choice of a mirror to the user',
  },
  {
    pattern: /(?<![\w.~$}*-])\/(?:work|root|home\/\w[\w-]*|Users\/\w[\w-]*)\//,
    message: 'names a folder of one machine',
  },
]

/**
 * @param {string} folder the repository
 * @param {string[]} files the files to look at, relative to it
 * @returns {{file: string, line: number, message: string}[]}
 */
export function checkHosts(folder, files) {
  return files.flatMap((file) => {
    const content = readFileSync(join(folder, file))
    if (content.includes(0)) return [] // not text
    return content
      .toString('utf8')
      .split('\n')
      .flatMap((text, index) =>
        bans
          .filter((ban) => ban.pattern.test(text))
          .map(({ message }) => ({ file, line: index + 1, message })),
      )
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const violations = checkHosts(root, sourceFiles())
  for (const { file, line, message } of violations) console.log(`${file}:${line}: ${message}`)
  process.exit(violations.length === 0 ? 0 : 1)
}
