// Locations of files served from elsewhere. Set before the first figure is visible.

export interface ElementSettings {
  /** dist/worker-thread.js on the page's origin, with dist/worker-further.js beside it, for a content security policy without blob: workers. */
  workerUrl?: string | URL
  /** The .wasm file, where it is not beside the package. */
  wasmUrl?: string | URL
  /** The folder that holds the trained models, with a slash at the end. */
  modelsUrl?: string | URL
  /** 'main' never starts a Worker. */
  thread?: 'worker' | 'main'
}

let current: ElementSettings = {}

export function configureElements(settings: ElementSettings): void {
  current = { ...current, ...settings }
}

export function elementSettings(): Readonly<ElementSettings> {
  return current
}
