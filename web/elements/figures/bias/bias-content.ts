// The drawing of a bias as a matrix or as curves, in words.

import { short } from '../../../content/format.js'
import type { Line, LinesContent } from '../../parts/lines/line.js'
import type { MatrixContent } from '../../parts/matrix/matrix-view-element.js'
import type { BiasDrawing } from './bias-drawing.js'
import { courseOf } from './course.js'
import type { BiasWords } from './messages.js'

export function mapContent(drawing: BiasDrawing, title: string, words: BiasWords): MatrixContent {
  const { maps, head, range, causal, counted, first } = drawing
  const matrix = maps[head] ?? { data: new Float32Array(), rows: 0, columns: 0 }
  return {
    matrix,
    range,
    causal,
    colors: counted ? 'sequential' : 'signed',
    label: words.label(title, head + 1, maps.length),
    summary: words.summary(matrix.rows, short(range.low), short(range.high)),
    rowTitle: first ? words.queries(first, first + matrix.rows - 1) : words.query,
    columnTitle: first ? words.keys(first, first + matrix.rows - 1) : words.key,
    describe: ({ row, column, value, hidden }) =>
      hidden
        ? words.hidden(first + row, first + column)
        : words.cell(first + row, first + column, short(value)),
    scaleLabel: words.scale[counted ? 'bucket' : 'bias'],
    ...(causal ? { maskedLabel: words.later } : {}),
  }
}

/** The selected head in colour, the others in the background. */
export function courseContent(drawing: BiasDrawing, title: string, words: BiasWords): LinesContent {
  const { head, counted } = drawing
  const { query, distances, heads } = courseOf(drawing)
  const behind = heads.flatMap((values, i): Line[] =>
    i === head
      ? []
      : [
          {
            name: words.headLine(i + 1),
            values,
            tone: 'soft',
            legend: i === (head ? 0 : 1) ? words.others : '',
          },
        ],
  )
  const chosen = heads[head] ?? []
  const name = heads.length > 1 ? words.headLine(head + 1) : words[counted ? 'bucket' : 'bias']
  const lines: Line[] = [{ name, values: chosen, tone: 'term-position', points: counted }, ...behind]
  return {
    x: distances,
    lines,
    marks: [],
    xLog: false,
    yLog: false,
    xTitle: words.distance,
    yTitle: counted ? words.bucket : words.bias,
    label: words.courseLabel(title, query),
    summary: words.captions.course(query),
    describe: ({ x, values }) => words.at(short(x), short(values[0] ?? Number.NaN)),
  }
}

export function slopesContent(drawing: BiasDrawing, title: string, words: BiasWords): LinesContent {
  const slopes = drawing.slopes ?? new Float32Array()
  // spread: one per head that is drawn
  const summary = words.slopesSummary(slopes.length, short(Math.max(...slopes)), short(Math.min(...slopes)))
  return {
    x: Array.from(slopes, (_, i) => i + 1),
    lines: [{ name: words.slope, values: slopes, tone: 'term-position', points: true }],
    marks: [],
    xLog: false,
    yLog: true,
    xTitle: words.head,
    yTitle: words.slope,
    label: words.slopesLabel(title),
    summary,
    describe: ({ x, values: [slope = Number.NaN] }) => words.slopeAt(x, short(slope), short(1 / slope)),
  }
}
