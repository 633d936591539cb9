// The Emscripten glue; tools/build/build-package.mjs resolves this name to build/wasm-*/whereformer-core.mjs.
declare module 'whereformer-core' {
  const createCore: import('./raw.js').CoreFactory
  export default createCore
}

declare module 'whereformer-core-train' {
  const createCore: import('./raw.js').CoreFactory
  export default createCore
}

declare module 'whereformer-core-threads' {
  const createCore: import('./raw.js').CoreFactory<import('./raw.js').RawThreadCore>
  export default createCore
}

declare module '*.wasm' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}

// dist/core-simd-base64.mjs, which stays a file of its own.
declare module 'core-simd-base64' {
  const text: string
  export default text
}

// dist/core-train-simd-base64.mjs, the same for the core for training.
declare module 'core-train-simd-base64' {
  const text: string
  export default text
}

// The bundled web/lab/thread.ts as text.
declare module 'worker-thread-source' {
  const source: string
  export default source
}

// The bundled threads/helper-web.ts and threads/helper-node.ts as text.
declare module 'core-thread-source' {
  const source: string
  export default source
}

declare module 'core-thread-node-source' {
  const source: string
  export default source
}

// The commit that was built, from tools/build/build-package.mjs.
declare module 'whereformer-build' {
  export const buildSha: string
}

// dist/elements/small-models.js, which assigns a global.
declare module 'whereformer/elements/small-models.js' {}
