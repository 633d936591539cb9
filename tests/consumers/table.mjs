// The consumers: most used first. Versions are pinned; {port} is a free port of 127.0.0.1.

/**
 * @typedef {object} Consumer
 * @property {string} id
 * @property {string} title
 * @property {string[]} templates folders of templates/, copied one over the other
 * @property {string} [page] where the files of page/ go, for frameworks that make the HTML themselves
 * @property {Record<string, string>} packages
 * @property {object} [settings] further fields of package.json
 * @property {boolean} [commonjs] package.json without `"type": "module"`
 * @property {string} [tweak] the line of configuration that is needed because of the package
 * @property {string} [note] what a red step is about
 * @property {Record<string, import('./step.mjs').Step>} steps
 */

const NODE = '24.21.0' // for tools that do not support Node 20
const HOST = '--host 127.0.0.1 --port {port}'

/** Development server and build of Vite. */
const byVite = {
  development: { serve: `vite ${HOST} --strictPort` },
  production: { run: 'vite build', folder: 'dist' },
}

const vite = (major, version) => ({
  id: `vite-${major}`,
  title: `Vite ${major}`,
  templates: [],
  packages: { vite: version, ...(major > 7 ? { node: NODE } : {}) },
  steps: byVite,
})

/** @type {Consumer[]} */
export const consumers = [
  vite(8, '8.3.8'),
  vite(7, '7.3.8'),
  vite(6, '6.4.6'),
  vite(5, '5.4.21'),
  {
    id: 'webpack-5',
    title: 'webpack 5',
    templates: ['webpack'],
    packages: { webpack: '5.112.2', 'webpack-cli': '7.3.1', 'webpack-dev-server': '6.1.0', node: NODE },
    steps: {
      development: { serve: `webpack serve --mode development ${HOST}` },
      production: { run: 'webpack --mode production && cp index.html dist/', folder: 'dist' },
    },
  },
  {
    id: 'node-20-esm',
    title: 'Node 20, modules',
    templates: ['program'],
    packages: { node: '20.20.2' },
    steps: { run: { run: 'node program.mjs' } },
  },
]
