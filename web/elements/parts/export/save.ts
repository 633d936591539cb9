// Saving files and copying text.

/** Starts a download. */
export function saveFile(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000) // some browsers read the URL asynchronously
}

export function saveText(name: string, type: string, text: string): void {
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** @returns whether it was copied: frames often have no access to the clipboard */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
