// Tables as text (RFC 4180).

/** One line of a table; cells with signs of their own are quoted. */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells.map((cell) => quoted(String(cell))).join(',')
}

// A cell that begins like a formula would be computed by a spreadsheet; numbers may begin with a minus.
function quoted(cell: string): string {
  const safe = /^[=+@\t\r]|^-(?![\d.I])/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
