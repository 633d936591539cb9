// A page beside which the package, the models and what the tests run inside of it are served.

import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Served } from '../support/server.js'

export const root = new URL('../../', import.meta.url)

/** The models that the article has, each in a folder. */
export const trained = new URL('web/demo/public/models/', root)

/** @param body of the page @param models a folder of checkpoints */
export function besidePackage(body: string, models: URL): Served {
  return {
    '/': `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title>${body}`,
    '/dist/': new URL('dist/', root),
    '/models/': models,
  }
}

/** @param page a module of functions, from the repository's root on */
export async function withTools(page: string, models: URL): Promise<Served> {
  const entryPoints = [fileURLToPath(new URL(page, root))]
  const { outputFiles } = await build({ entryPoints, bundle: true, format: 'esm', write: false })
  return { ...besidePackage('', models), '/tools.mjs': outputFiles[0]?.text ?? '' }
}

/** An expression: what a function of these tools says of a module in dist/. As text, since the runner of the tests rewrites imports. */
export const askTools = (name: string, module: string, argument: unknown): string =>
  `Promise.all([import('/dist/${module}'), import('/tools.mjs')])
    .then(([library, tools]) => tools.${name}(library, ${JSON.stringify(argument)}))`
