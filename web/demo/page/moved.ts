// Fragments of the article's first edition, which had on one page what now stands on several: they lead to the page that has it, with the
// state of the figure. The map is written into the article when it is built (site/elsewhere.ts).

/** A figure of the first edition that another one has the name of now: its links have a setting that the new one lacks. */
const RENAMED = { from: 'fig-shuffle', setting: 'operation', to: 'fig-shift' }

function renamed(fragment: URLSearchParams): URLSearchParams {
  const state = new URLSearchParams(fragment.get(RENAMED.from) ?? '')
  if (!state.has(RENAMED.setting)) return fragment
  return new URLSearchParams(
    Array.from(fragment, ([name, value]) => [name === RENAMED.from ? RENAMED.to : name, value]),
  )
}

export function startMoved(): void {
  const { elsewhere } = document.querySelector<HTMLElement>('article[data-elsewhere]')?.dataset ?? {}
  if (elsewhere === undefined) return
  const map: Readonly<Record<string, readonly string[]>> = JSON.parse(elsewhere)
  const follow = () => {
    const fragment = new URLSearchParams(location.hash.slice(1))
    const there = renamed(fragment)
    const [name] = there.keys()
    if (name === undefined || document.getElementById(name)) return
    const [page] = Object.entries(map).find(([, ids]) => ids.includes(name)) ?? []
    if (page === undefined) return
    const address = new URL(`${page}/`, location.href)
    const hash = there === fragment ? location.hash : `#${there}`
    location.replace(`${address.href}${location.search}${hash}`)
  }
  addEventListener('hashchange', follow)
  follow()
}
