// The hash of the script that holds every figure, where the package that the page is built of has that script.

import { existsSync, readFileSync } from 'node:fs'
import { packageFolder } from './package-folder.js'

const file = `${packageFolder}integrity.json`
const hashes = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}

export const inlineIntegrity = hashes['elements/inline.js']
