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

const viteWorker = (major, version) => ({
  ...vite(major, version),
  id: `vite-${major}-worker`,
  title: `Vite ${major}, a worker of one’s own`,
  templates: ['own-worker'],
  tweak: "`worker: { format: 'es' }`",
})

const astro = (major, version) => ({
  id: `astro-${major}`,
  title: `Astro ${major}`,
  templates: ['astro'],
  page: 'src',
  packages: { astro: version, node: NODE },
  steps: onServer({
    development: { serve: `astro dev ${HOST}` },
    production: { run: 'astro build', folder: 'dist' },
  }),
})

const node = (name, title, version, program) => ({
  id: `node-${name}`,
  title,
  templates: ['program'],
  packages: { node: version },
  steps: { run: { run: `node ${program}` } },
})

/** Everything is checked, the package's declarations as well. */
const typescript = (version) => ({
  id: `typescript-${version}`,
  title: `TypeScript ${version.split('.', 2).join('.')}, strict`,
  templates: ['typescript'],
  packages: { typescript: version },
  steps: { run: { run: 'tsc -p . && node program.js' } },
})

const nextPackages = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1', node: NODE }
const byNext = {
  development: { serve: 'next dev --hostname 127.0.0.1 --port {port}' },
  production: { run: 'next build', serve: 'next start --hostname 127.0.0.1 --port {port}' },
}

const each = (steps, more) =>
  Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, { ...step, ...more }]))

/** The page tells also what the server computed. */
const onServer = (steps) => each(steps, { server: true })

/** The page is isolated, and has two threads here and in the worker. */
const withTwoThreads = (steps) => each(steps, { threads: 2 })

/** The page has no use for loadInWorker(). */
const withoutWorker = (steps) => each(steps, { worker: false })

const VITE = '8.3.8'
const ESBUILD = 'esbuild page.js --bundle'
const ROLLUP = 'rollup page.js --dir dist --format es --plugin node-resolve'
const COPY = 'mkdir -p dist && cp index.html dist/'
const ESBUILD_THREADS = `${ESBUILD} --format=esm --splitting --loader:.wasm=file --outdir=dist`
const ROLLDOWN = 'rolldown page.js --dir dist'
const COPY_THREADS = 'cp node_modules/whereformer/dist/core-threads-simd.wasm dist/'
const VUE = "`isCustomElement: (tag) => tag.startsWith('wf-')`, as for all custom elements"

/** @type {Consumer[]} */
export const consumers = [
  vite(8, VITE),
  vite(7, '7.3.8'),
  viteWorker(7, '7.3.8'),
  vite(6, '6.4.6'),
  vite(5, '5.4.21'),
  viteWorker(5, '5.4.21'),
  {
    id: 'webpack-5',
    title: 'webpack 5',
    templates: ['webpack'],
    packages: { webpack: '5.112.2', 'webpack-cli': '7.3.1', 'webpack-dev-server': '6.1.0', node: NODE },
    steps: {
      development: { serve: `webpack serve --mode development ${HOST}` },
      production: { run: `webpack --mode production && ${COPY}`, folder: 'dist' },
    },
  },
  {
    id: 'next-client',
    title: 'Next 16, client component',
    templates: ['next', 'next-client'],
    page: '.',
    packages: nextPackages,
    steps: byNext,
  },
  {
    id: 'next-server',
    title: 'Next 16, server component',
    templates: ['next'],
    page: '.',
    packages: nextPackages,
    steps: onServer(byNext),
  },
  {
    id: 'esbuild',
    title: 'esbuild, modules',
    templates: [],
    packages: { esbuild: '0.28.2' },
    steps: {
      development: {
        serve: `${ESBUILD} --format=esm --splitting --outdir=. --servedir=. --serve=127.0.0.1:{port}`,
      },
      production: {
        run: `${ESBUILD} --format=esm --splitting --minify --outdir=dist && ${COPY}`,
        folder: 'dist',
      },
    },
  },
  {
    id: 'esbuild-iife',
    title: 'esbuild, one script that is no module',
    templates: ['esbuild-iife'],
    packages: { esbuild: '0.28.2' },
    steps: {
      development: { serve: `${ESBUILD} --format=iife --outdir=. --servedir=. --serve=127.0.0.1:{port}` },
      production: { run: `${ESBUILD} --format=iife --minify --outdir=dist && ${COPY}`, folder: 'dist' },
    },
  },
  {
    id: 'esbuild-threads',
    title: 'esbuild, with threads',
    templates: ['threads', 'threads-url'],
    packages: { esbuild: '0.28.2' },
    tweak:
      '`import wasmUrl from "whereformer/core-threads-simd.wasm"` with `--loader:.wasm=file`, and `load({ threads, wasmUrl })`',
    steps: withTwoThreads({
      development: { watch: `${COPY} && ${ESBUILD_THREADS} --watch`, ready: 'dist/page.js', folder: 'dist' },
      production: { run: `${ESBUILD_THREADS} --minify && ${COPY}`, folder: 'dist' },
    }),
  },
  {
    id: 'rolldown-threads',
    title: 'Rolldown 1, with threads',
    templates: ['threads'],
    packages: { rolldown: '1.3.2' },
    tweak: '`core-threads-simd.wasm` of `whereformer/dist` copied beside the scripts',
    steps: withTwoThreads({
      development: {
        watch: `${COPY} && ${COPY_THREADS} && ${ROLLDOWN} --watch`,
        ready: 'dist/page.js',
        folder: 'dist',
      },
      production: { run: `${ROLLDOWN} --minify && ${COPY} && ${COPY_THREADS}`, folder: 'dist' },
    }),
  },
  {
    id: 'rollup',
    title: 'Rollup 4',
    templates: [],
    packages: { rollup: '4.68.7', '@rollup/plugin-node-resolve': '16.0.3' },
    steps: {
      development: { watch: `${COPY} && ${ROLLUP} --watch`, ready: 'dist/page.js', folder: 'dist' },
      production: { run: `${ROLLUP} && ${COPY}`, folder: 'dist' },
    },
  },
  {
    id: 'rspack',
    title: 'Rspack 2',
    templates: ['webpack'],
    packages: { '@rspack/core': '2.3.2', '@rspack/cli': '2.2.8', '@rspack/dev-server': '2.2.2', node: NODE },
    steps: {
      development: { serve: `rspack serve --config webpack.config.mjs --mode development ${HOST}` },
      production: {
        run: `rspack build --config webpack.config.mjs --mode production && ${COPY}`,
        folder: 'dist',
      },
    },
  },
  {
    id: 'parcel-2',
    title: 'Parcel 2',
    templates: [],
    packages: { parcel: '2.16.4' },
    settings: { '@parcel/resolver-default': { packageExports: true } },
    tweak: '`"@parcel/resolver-default": { "packageExports": true }` in package.json',
    steps: {
      development: { serve: `parcel serve index.html ${HOST}` },
      production: { run: 'parcel build index.html', folder: 'dist' },
    },
  },
  {
    id: 'react',
    title: 'React 19 (Vite)',
    templates: ['react'],
    packages: {
      react: '19.3.1',
      'react-dom': '19.3.1',
      '@vitejs/plugin-react': '6.3.0',
      vite: VITE,
      node: NODE,
    },
    steps: byVite,
  },
  {
    id: 'vue',
    title: 'Vue 3 (Vite)',
    templates: ['vue'],
    packages: { vue: '3.5.45', '@vitejs/plugin-vue': '6.0.11', vite: VITE, node: NODE },
    tweak: VUE,
    steps: byVite,
  },
  {
    id: 'svelte',
    title: 'Svelte 5 (Vite)',
    templates: ['svelte'],
    packages: { svelte: '5.57.3', '@sveltejs/vite-plugin-svelte': '7.3.1', vite: VITE, node: NODE },
    steps: byVite,
  },
  {
    id: 'preact',
    title: 'Preact (Vite)',
    templates: ['preact'],
    packages: {
      preact: '11.2.0',
      '@preact/preset-vite': '2.10.6',
      '@babel/core': '7.29.13',
      vite: VITE,
      node: NODE,
    },
    steps: byVite,
  },
  {
    id: 'solid',
    title: 'Solid (Vite)',
    templates: ['solid'],
    packages: { 'solid-js': '1.9.19', 'vite-plugin-solid': '2.11.14', vite: VITE, node: NODE },
    steps: byVite,
  },
  {
    id: 'sveltekit',
    title: 'SvelteKit 3',
    templates: ['sveltekit'],
    page: 'src',
    packages: {
      '@sveltejs/kit': '3.2.0',
      '@sveltejs/adapter-node': '6.0.1',
      '@sveltejs/vite-plugin-svelte': '7.3.1',
      svelte: '5.57.3',
      vite: VITE,
      node: NODE,
    },
    steps: onServer({
      development: { serve: `vite ${HOST} --strictPort` },
      production: { run: 'vite build', serve: 'HOST=127.0.0.1 PORT={port} node build' },
    }),
  },
  {
    id: 'nuxt-4',
    title: 'Nuxt 4',
    templates: ['nuxt'],
    page: '.',
    packages: { nuxt: '4.5.2', vue: '3.5.45', node: NODE },
    tweak: VUE,
    steps: onServer({
      development: { serve: `nuxt dev ${HOST}` },
      production: { run: 'nuxt build', serve: 'HOST=127.0.0.1 PORT={port} node .output/server/index.mjs' },
    }),
  },
  {
    id: 'react-router',
    title: 'React Router 8, with server rendering',
    templates: ['react-router'],
    page: 'app',
    packages: {
      'react-router': '8.4.0',
      '@react-router/dev': '8.4.0',
      '@react-router/node': '8.4.0',
      '@react-router/serve': '8.4.0',
      react: '19.3.1',
      'react-dom': '19.3.1',
      isbot: '5.2.3',
      vite: VITE,
      node: NODE,
    },
    steps: onServer({
      development: { serve: `react-router dev ${HOST} --strictPort` },
      production: {
        run: 'react-router build',
        serve: 'HOST=127.0.0.1 PORT={port} react-router-serve build/server/index.js',
      },
    }),
  },
  astro(7, '7.3.5'),
  astro(5, '5.18.2'),
  {
    id: 'angular',
    title: 'Angular 22',
    templates: ['angular'],
    page: 'src',
    packages: {
      '@angular/build': '22.2.7',
      '@angular/cli': '22.2.7',
      '@angular/compiler': '22.2.6',
      '@angular/compiler-cli': '22.2.6',
      '@angular/core': '22.2.6',
      '@angular/platform-browser': '22.2.6',
      rxjs: '7.8.2',
      tslib: '2.8.1',
      typescript: '6.0.3',
      node: NODE,
    },
    steps: {
      development: { serve: `ng serve ${HOST}` },
      production: { run: 'ng build', folder: 'dist/app/browser' },
    },
  },
  {
    id: 'docusaurus-3',
    title: 'Docusaurus 3',
    templates: ['docusaurus'],
    page: 'src',
    commonjs: true,
    packages: {
      '@docusaurus/core': '3.10.2',
      '@docusaurus/plugin-content-pages': '3.10.2',
      '@docusaurus/theme-classic': '3.10.2',
      '@mdx-js/react': '3.1.1',
      react: '19.3.1',
      'react-dom': '19.3.1',
    },
    steps: {
      development: { serve: `docusaurus start --no-open ${HOST}` },
      production: { run: 'docusaurus build', folder: 'build' },
    },
  },
  {
    id: 'vitepress',
    title: 'VitePress 1',
    templates: ['vitepress'],
    page: '.',
    packages: { vitepress: '1.6.4', vue: '3.5.45' },
    tweak: VUE,
    steps: {
      development: { serve: `vitepress dev ${HOST} --strictPort` },
      production: { run: 'vitepress build', folder: '.vitepress/dist' },
    },
  },
  {
    id: 'observable',
    title: 'Observable Framework 1',
    templates: ['observable'],
    page: 'src',
    packages: { '@observablehq/framework': '1.13.4' },
    tweak:
      '`whereformer/inline` and `whereformer/elements/inline.js`: Framework writes no files for `import()`',
    steps: withoutWorker({
      development: { serve: `observable preview --no-open ${HOST}` },
      production: { run: 'observable build', folder: 'dist' },
    }),
  },
  {
    id: 'eleventy-3',
    title: 'Eleventy 3 (import map)',
    templates: ['eleventy'],
    packages: { '@11ty/eleventy': '3.1.8' },
    tweak: "`addPassthroughCopy({ 'node_modules/whereformer/dist': 'whereformer' })`",
    steps: {
      development: { serve: 'eleventy --serve --port={port}' },
      production: { run: 'eleventy', folder: '_site' },
    },
  },
  {
    id: 'import-map',
    title: 'a static page with an import map',
    templates: ['import-map'],
    packages: {},
    steps: { production: { folder: '.' } },
  },
  {
    id: 'plain',
    title: 'a static page, `<script>` and `<script type="module">`',
    templates: ['plain'],
    packages: {},
    steps: { production: { folder: '.' } },
  },
  {
    id: 'gbk',
    title: 'a static page in GBK that lists its trusted types, `<script>` alone',
    templates: ['gbk'],
    packages: {},
    tweak: "`trusted-types lit-html whereformer 'allow-duplicates'`",
    steps: { production: { folder: '.' } },
  },
  {
    id: 'requirejs',
    title: 'RequireJS (AMD), `whereformer.global.js`',
    templates: ['requirejs'],
    packages: { requirejs: '2.3.8' },
    tweak: "`shim: { whereformer: { exports: 'whereformer' } }`",
    steps: { production: { folder: '.' } },
  },
  {
    id: 'service-worker',
    title: 'a service worker (`whereformer/inline`, esbuild)',
    templates: ['service-worker'],
    packages: { esbuild: '0.28.2' },
    steps: {
      development: {
        serve: `${ESBUILD} sw.js --format=esm --outdir=. --servedir=. --serve=127.0.0.1:{port}`,
      },
      production: { run: `${ESBUILD} sw.js --format=esm --minify --outdir=dist && ${COPY}`, folder: 'dist' },
    },
  },
  node('20-esm', 'Node 20, modules', '20.20.2', 'program.mjs'),
  node('20-cjs', 'Node 20, CommonJS', '20.20.2', 'program.cjs'),
  node('22', 'Node 22', '22.23.3', 'program.mjs'),
  node('24', 'Node 24', NODE, 'program.mjs'),
  ...['5.0.4', '5.4.5', '5.9.3', '7.0.2'].map(typescript),
  {
    id: 'ncc',
    title: 'ncc, modules',
    templates: ['program'],
    packages: { '@vercel/ncc': '0.45.0' },
    steps: { run: { run: 'ncc build program.mjs --out dist && node dist/index.mjs' } },
  },
  {
    id: 'bun-build',
    title: 'Bun, bundler',
    templates: [],
    packages: { bun: '1.4.5' },
    steps: {
      development: { serve: 'bun ./index.html --host=127.0.0.1 --port={port}' },
      production: { run: 'bun build ./index.html --minify --outdir=dist', folder: 'dist' },
    },
  },
  {
    id: 'bun-run',
    title: 'Bun, runtime',
    templates: ['program'],
    packages: { bun: '1.4.5' },
    steps: { run: { run: 'bun run program.mjs' } },
  },
  {
    id: 'deno',
    title: 'Deno 2',
    templates: ['program'],
    packages: { deno: '2.9.6' },
    steps: { run: { run: 'deno run --allow-read --allow-env program.mjs' } },
  },
  {
    id: 'workerd',
    title: 'Cloudflare Workers (workerd)',
    templates: ['workerd'],
    packages: { wrangler: '4.164.0', node: NODE },
    tweak: '`load({ wasmModule })`',
    steps: {
      development: { serve: `wrangler dev --ip 127.0.0.1 --port {port}`, check: 'text' },
      production: {
        run: 'wrangler deploy --dry-run --outdir dist',
        serve: 'wrangler dev dist/worker.js --no-bundle --ip 127.0.0.1 --port {port}',
        check: 'text',
      },
    },
  },
  {
    id: 'jest',
    title: 'Jest 30 (jsdom)',
    templates: ['jest'],
    commonjs: true,
    packages: {
      jest: '30.5.2',
      'jest-environment-jsdom': '30.5.2',
      '@babel/preset-env': '7.29.14',
      '@babel/core': '7.29.13',
    },
    settings: {
      babel: { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] },
      jest: {
        testEnvironment: 'jsdom',
        testEnvironmentOptions: { customExportConditions: ['node', 'require'] },
      },
    },
    tweak: "`testEnvironmentOptions: { customExportConditions: ['node', 'require'] }`",
    steps: { run: { run: 'jest' } },
  },
  {
    id: 'vitest',
    title: 'Vitest 5 (jsdom)',
    templates: ['vitest'],
    packages: { vitest: '5.1.1', jsdom: '31.0.1', vite: VITE, node: NODE },
    steps: { run: { run: 'vitest run --environment jsdom' } },
  },
]
