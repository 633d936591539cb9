// What a page complains about: uncaught errors, and errors and warnings of its console. WebDriver does not tell, so every page begins by
// writing them down. They outlive the page in its window's storage, which frames of the same origin share.

/** A script for the beginning of a page. */
export const listening = `(${listen})()`

/** An expression for what was written down in a window. */
export const heard = `JSON.parse(sessionStorage.getItem('complaints') ?? '[]')`

function listen(): void {
  const write = (text: string) => {
    const before = JSON.parse(sessionStorage.getItem('complaints') ?? '[]') as string[]
    sessionStorage.setItem('complaints', JSON.stringify([...before, text]))
  }
  for (const level of ['error', 'warn'] as const) {
    const original = console[level]
    console[level] = (...told) => {
      write(told.join(' '))
      original.apply(console, told)
    }
  }
  const hear = (event: Event) => {
    const { message } = event as ErrorEvent
    const { src, href } = event.target as Partial<HTMLScriptElement & HTMLLinkElement>
    write(message === undefined ? `not loaded: ${src ?? href}` : `uncaught ${message}`)
  }
  addEventListener('error', hear, { capture: true }) // those of scripts and pictures do not rise
  addEventListener('unhandledrejection', ({ reason }) => write(`uncaught ${reason}`))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    write(`forbidden by ${violatedDirective}: ${blockedURI}`),
  )
}
