// Fragments of the article's first edition, which had on one page what now stands on several: they lead to the page that has it, with the
// state of the figure. The map is written into the article when it is built (site/elsewhere.ts).

export function startMoved(): void {
  const { elsewhere } = document.querySelector<HTMLElement>('article[data-elsewhere]')?.dataset ?? {}
  if (elsewhere === undefined) return
  const map: Readonly<Record<string, readonly string[]>> = JSON.parse(elsewhere)
  const follow = () => {
    const [name] = new URLSearchParams(location.hash.slice(1)).keys()
    if (name === undefined || document.getElementById(name)) return
    const [page] = Object.entries(map).find(([, ids]) => ids.includes(name)) ?? []
    if (page === undefined) return
    const address = new URL(`${page}/`, location.href)
    location.replace(`${address.href}${location.search}${location.hash}`)
  }
  addEventListener('hashchange', follow)
  follow()
}
