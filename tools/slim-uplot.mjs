// uPlot without what no figure uses: bars, steps, splines, bands, axes of dates, a legend, zooming by dragging, asinh scales, plots that
// move together, its own choice of labels on logarithmic axes. Fails when uPlot no longer reads as expected.

import { readFile } from 'node:fs/promises'

const changes = [
  ['(paths.stepped = stepped);', ''],
  ['(paths.bars    = bars);', ''],
  ['(paths.spline  = monotoneCubic);', ''],
  ['uPlot.join = join;', ''],
  ['uPlot.fmtDate = fmtDate;', ''],
  ['uPlot.tzDate  = tzDate;', ''],
  ['uPlot.sync = _sync;', ''],
  ['uPlot.rangeAsinh = rangeAsinh;', ''],
  ['= genTimeStuffs(1);', '= [[], [], () => null];'],
  ['= genTimeStuffs(1e-3);', '= [[], [], () => null];'],
  [
    'timeAxisVals(_tzDate, timeAxisStamps((ms == 1 ? _timeAxisStampsMs : _timeAxisStampsS), _fmtDate));',
    'null;',
  ],
  ['timeSeriesVal(_tzDate, timeSeriesStamp(_timeSeriesStamp, _fmtDate));', 'null;'],
  ['if (showLegend) {', 'if (false) {'],
  ['if (showLegend && legend.live) {', 'if (false) {'],
  ['if (showLegend && cursorFocus) {', 'if (false) {'],
  ['showLegend && remClass(legendRows[i], OFF);', ';'],
  ['showLegend && addClass(legendRows[i], OFF);', ';'],
  ['if (select.show && dragging) {', 'if (false) {'],
  ['if (cursorOnePt) {', 'if (false) {'],
  ['sc.distr == 4 ? asinhAxisSplits : numAxisSplits', 'numAxisSplits'],
  ['rangeAsinh(dataMin, dataMax, self.scales[scale].log, false)', 'nullNullTuple'],
  ['[_min, _max] = rangeAsinh(_min, _min, scaleX.log, false);', ';'],
  ['self.addSeries = addSeries;', ''],
  ['self.delSeries = delSeries;', ''],
  ['self.addBand = addBand;', ''],
  ['self.delBand = delBand;', ''],
  ['events.mousedown = mouseDown;', ''],
  ['events.mouseup = mouseUp;', ''],
  ['events.dblclick = dblClick;', ''],
  ['onMouse(mousedown,  over, mouseDown);', ''],
  ['onMouse(dblclick, over, dblClick);', ''],
  ['self.setBand = setBand;', ''],
  ['if (bandClipDir != 0) {', 'if (false) {'],
  ['flags != 0 && bands.forEach(', 'false && bands.forEach('],
  ['if (cursorFocus) {', 'if (false) {'],
  ['if (syncKey != null) {', 'if (false) {'],
  ['const sync = _sync(syncKey);', ''],
  ['sync.sub(self);', ''],
  ['sync.unsub(self);', ''],
  ['self.pub = pub;', ''],
  ['_pub && pubSync("setSeries", self, i, opts);', ''],
  ['pubSync(mousemove, self, mouseLeft1, mouseTop1, plotWidCss, plotHgtCss, idx);', ''],
  [
    'sc.distr >= 3 && sc.log == 10 ? log10AxisValsFilt : sc.distr == 3 && sc.log == 2 ? log2AxisValsFilt : retArg1',
    'retArg1',
  ],
]

/** Functions of the plot that nothing calls any more. */
const functions = [
  'addSeries',
  'delSeries',
  'addBand',
  'delBand',
  'initLegendRow',
  'mouseDown',
  'mouseUp',
  'dblClick',
  'setBand',
  'pubSync',
  'pub',
]

export const slimUplot = {
  name: 'slim-uplot',
  setup({ onLoad }) {
    onLoad({ filter: /uPlot\.esm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const changed = changes.reduce((text, [from, to]) => replaced(text, from, to), source)
      return { contents: functions.reduce(withoutFunction, changed), loader: 'js' }
    })
  },
}

function replaced(text, from, to) {
  if (!text.includes(from))
    throw new Error(`uPlot has changed: ${from} is not there; see tools/slim-uplot.mjs`)
  return text.replaceAll(from, () => to)
}

/** A function inside of another one ends with the first brace that stands as far in as it begins. */
function withoutFunction(text, name) {
  const found = new RegExp(`\\n\\tfunction ${name}\\([\\s\\S]*?\\n\\t\\}\\n`)
  if (!found.test(text)) throw new Error(`uPlot has changed: it has no ${name}; see tools/slim-uplot.mjs`)
  return text.replace(found, '\n')
}
