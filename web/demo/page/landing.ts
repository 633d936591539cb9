// A shared link names one figure: the page opens there. When the reader comes back, the browser knows better where they were.

export function startLanding(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.type === 'navigate') land()
}

function land(): void {
  const [name, ...others] = new URLSearchParams(location.hash.slice(1)).keys()
  if (!name || others.length) return
  const figure = document.getElementById(name)
  if (figure?.matches('.live')) figure.scrollIntoView()
}
