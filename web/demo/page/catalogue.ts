// The filters of the catalogue. A link such as encodings/#rope opens its entry.

export function startCatalogue(): void {
  const form = document.querySelector<HTMLFormElement>('form.filters')
  const entries = [...document.querySelectorAll<HTMLDetailsElement>('#entries > details')]
  if (!form) return
  form.hidden = false
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', () => filter(form, entries))
  addEventListener('hashchange', openChosen)
  openChosen()
  filter(form, entries) // browsers fill forms in again
}

function filter(form: HTMLFormElement, entries: readonly HTMLDetailsElement[]): void {
  const asked = new FormData(form)
  const door = String(asked.get('door'))
  const from = Number(asked.get('from')) || 0
  const words = String(asked.get('search')).toLowerCase().trim()
  let shown = 0
  for (const entry of entries) {
    const { doors = '', year, words: own = '' } = entry.dataset
    const fits = (!door || doors.split(' ').includes(door)) && Number(year) >= from && own.includes(words)
    entry.hidden = !fits
    shown += Number(fits)
  }
  const count = document.querySelector('#count')
  const sentence = document.querySelector<HTMLElement>('#entries')?.dataset.count ?? ''
  if (count) count.textContent = sentence.replace('{shown}', String(shown))
}

function openChosen(): void {
  const chosen = document.getElementById(decodeURIComponentSafely(location.hash.slice(1)))
  if (chosen instanceof HTMLDetailsElement) {
    chosen.open = true
    chosen.scrollIntoView()
  }
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
