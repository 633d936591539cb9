// Tables in Markdown, columns aligned so that they can be read in a terminal too.

/** @param {string[]} head @param {string[][]} rows the first column is text, the others are numbers */
export function table(head, rows) {
  const cells = [head, ...rows]
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)))
  const line = (row) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** Three digits that count, and a dash for what was not measured. */
export function number(x) {
  if (!Number.isFinite(x)) return '–'
  if (x === 0) return '0'
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(x))))
  return x.toFixed(Math.min(digits, 4))
}

export function percent(x) {
  return Number.isFinite(x) ? `${(100 * x).toFixed(1)} %` : '–'
}

export function times(x) {
  return Number.isFinite(x) ? `${number(x)}×` : '–'
}
