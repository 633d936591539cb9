// Static line chart, shown where uPlot fails to load; drawn by the code that exports files. Loaded on demand.

import type { Bilingual } from '../../../content/bilingual.js'
import { sceneToCanvas } from '../export/scene-canvas.js'
import type { LinesContent } from './line.js'
import { linesScene } from './lines-scene.js'

let known: Bilingual | undefined

/** Line names are left to the legend of the element. @returns the message for the reader; the same object for the same reason */
export function drawStill(
  target: HTMLElement,
  content: LinesContent,
  element: HTMLElement,
  { width, height }: { width: number; height: number },
): Bilingual {
  const lines = content.lines.map((line) => ({ ...line, legend: '' }))
  const scene = linesScene({ ...content, lines }, element, content.label, { width, height })
  const canvas = sceneToCanvas(scene)
  Object.assign(canvas.style, { maxWidth: '100%', maxHeight: '100%' })
  target.replaceChildren(canvas)
  known ??= { en: `${reason().en} ${stand.en}`, zh: `${reason().zh}${stand.zh}` }
  return known
}

const stand = {
  en: 'A static picture is shown; use the arrow keys or the exact values below.',
  zh: '这里代之以一幅静止的图；方向键和下面的精确数值里有全部数字。',
}

function reason(): Bilingual {
  const language = strangeLanguage()
  if (language === undefined) return { en: 'The chart could not be started.', zh: '图表未能启动。' }
  return {
    en: `The chart could not be started, for this browser calls its language “${language}”, which is no language tag.`,
    zh: `图表未能启动：这个浏览器报告的语言是“${language}”，不是有效的语言标签。`,
  }
}

/** navigator.language where it is no BCP 47 tag: uPlot passes it to Intl.NumberFormat while its module loads. */
function strangeLanguage(): string | undefined {
  const { language } = navigator
  try {
    Intl.getCanonicalLocales(language)
    return undefined
  } catch {
    return String(language)
  }
}
