// Theme and language. The choice of a theme is remembered where that is allowed; a change of language keeps the figures as they are.

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
    // a frame without storage: the choice lasts as long as the page
  }
}
