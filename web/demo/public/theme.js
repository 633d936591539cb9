// Before anything is drawn: the theme of this address, else the one that the reader chose last, else that of the system.
{
  const known = ['auto', 'light', 'dark']
  const pick = (value) => known.includes(value) && value
  let stored
  try {
    stored = localStorage.getItem('theme')
  } catch {
    // a frame without storage
  }
  const asked = new URLSearchParams(location.search).get('theme')
  document.documentElement.dataset.theme = pick(asked) || pick(stored) || 'auto'
}
