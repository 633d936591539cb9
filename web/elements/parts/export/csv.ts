// CSV (RFC 4180).

/** A line of CSV; cells with special characters are quoted. */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells.map((cell) => quoted(String(cell))).join(',')
}

// A leading =, +, @ or - would make a spreadsheet evaluate the cell; negative numbers are allowed.
function quoted(cell: string): string {
  const safe = /^[=+@\t\r]|^-(?![\d.I])/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
