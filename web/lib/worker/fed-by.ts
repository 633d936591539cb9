// What callbacks bring, as an async iterable: who leaves the loop ends the work that calls them.

/** @param start runs the work, which ends early when its signal says so */
export async function* fedBy<T>(
  outer: AbortSignal | undefined,
  start: (give: (value: T) => void, until: AbortSignal) => Promise<unknown>,
): AsyncGenerator<T, void, undefined> {
  const waiting: T[] = []
  const until = new AbortController()
  const follow = () => until.abort(outer?.reason)
  let wake = () => {}
  let ended = false
  outer?.addEventListener('abort', follow)
  if (outer?.aborted) follow()
  const give = (value: T) => {
    waiting.push(value)
    wake()
  }
  const work = start(give, until.signal).finally(() => {
    ended = true
    wake()
  })
  work.catch(() => {}) // thrown by what follows
  try {
    for (;;) {
      while (waiting.length > 0 && !until.signal.aborted) yield waiting.shift() as T
      if (ended || until.signal.aborted) break
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    await work
  } finally {
    outer?.removeEventListener('abort', follow)
    until.abort()
    await work.catch(() => {})
  }
}
