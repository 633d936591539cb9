// Theme and language. The theme is stored where storage is allowed; a change of language keeps the state of the figures.

export function startPreferences(): void {
  const select = document.querySelector<HTMLSelectElement>('#theme')
  const html = document.documentElement
  if (select) {
    select.closest('label')?.removeAttribute('hidden')
    select.value = html.dataset.theme ?? 'auto'
    select.addEventListener('change', () => {
      html.dataset.theme = select.value
      remember(select.value)
    })
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a'))
    link.addEventListener('click', () => {
      link.hash = location.hash
    })
}

function remember(theme: string): void {
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // a frame without storage: not persisted
  }
}
