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

// dist/core-simd-base64.mjs and dist/core-train-simd-base64.mjs, files of their own: the bytes of a .wasm file.
declare module '*-base64' {
  const core: () => Uint8Array<ArrayBuffer>
  export default core
}

// dist/core-relaxed-patch.mjs and those of the other cores, files of their own: what makes a relaxed core of the plain one.
declare module '*-relaxed-patch' {
  const patch: (core: Uint8Array) => Uint8Array | undefined
  export default patch
}

// The bundled web/lab/thread.ts as text, and web/lib/worker/further-script.ts.
declare module 'worker-thread-source' {
  const source: string
  export default source
}

declare module 'worker-further-source' {
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
