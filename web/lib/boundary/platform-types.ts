// Names in the declarations that a program may lack: without the library "dom" these interfaces are empty, with it they add nothing to
// its own. Symbol.dispose is declared here too, for programs that do not list "esnext.disposable".

declare global {
  interface AbortSignal {}
  interface Blob {}
  interface Response {}
  interface ReadableStream<R> {}
  interface URL {}
  interface Worker {}

  namespace WebAssembly {
    interface Module {}
    interface Instance {}
    interface Memory {}
  }

  interface SymbolConstructor {
    readonly dispose: unique symbol
  }
  interface Disposable {
    [Symbol.dispose](): void
  }
}

export {}
