// Compares downloaded packages with the recorded ones; called by toolchain-debian.sh.   node check-packages.mjs FILE…
import { readFileSync } from 'node:fs'
import { capture } from '../process.mjs'
import { fileEntries, judge, recordFile } from './recorded-packages.mjs'

const isOlder = (a, b) => capture('dpkg', ['--compare-versions', a, 'lt', b]) !== null

const record = JSON.parse(readFileSync(recordFile, 'utf8'))
const { refused, newer } = judge(fileEntries(process.argv.slice(2)), record, isOlder)
if (newer.length > 0)
  console.log(`  newer than what was tested, with the archive's valid signature: ${newer.join(', ')}`)
if (refused.length > 0) {
  console.error(`FAIL: ${refused[0]}`)
  process.exit(1)
}
