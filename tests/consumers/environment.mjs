// How the programs of a project run: they find each other, ask nobody, send no statistics and print plainly.
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export function environment(folder) {
  const { NODE_ENV, NODE_OPTIONS, ...env } = process.env
  return {
    ...env,
    PATH: `${join(folder, 'node_modules/.bin')}${delimiter}${env.PATH}`,
    BROWSER: 'none',
    CI: '1',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    DO_NOT_TRACK: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    NG_CLI_ANALYTICS: 'false',
    NUXT_TELEMETRY_DISABLED: '1',
    OBSERVABLE_TELEMETRY_DISABLE: '1',
    WRANGLER_SEND_METRICS: 'false',
  }
}

/** The last lines of an output. */
export function ending(output, lines = 20) {
  return stripVTControlCharacters(output).trim().split('\n').slice(-lines).join('\n')
}
