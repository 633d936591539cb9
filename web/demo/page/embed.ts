// One figure for a frame: /embed/wf-encoding/?encoding=rope&lang=zh&theme=dark, or /embed/?element=wf-encoding. All other parameters are
// settings of the figure, which says what it does not know; none is used as HTML.

import './settings.js'
import '../../elements/register.js'
import { htmlLanguage, languageOf } from '../../elements/parts/element/language.js'
import { root } from './settings.js'

/** Parameters that are no settings of the figure. */
const OF_PAGE = ['element', 'lang', 'theme', 'controls']

const asked = new URLSearchParams(location.search)
const language = languageOf(asked.get('lang') ?? navigator.language) ?? 'en'
document.documentElement.lang = htmlLanguage[language]

const titles = { en: 'Where position enters a Transformer', zh: '位置从哪里进入 Transformer' }
const sentences = {
  en: 'There is no such figure. The address has to name one, as in ?element=wf-encoding.',
  zh: '没有这样的图。地址里要写明图的名称，例如 ?element=wf-encoding。',
}

document.documentElement.classList.toggle('alone', window.parent === window) // not in a frame
const ofAddress = location.pathname.match(/\/(wf-[\w-]+)\/$/)?.[1]
const tag = ofAddress ?? asked.get('element') ?? ''
if (!ofAddress && asked.size === 0 && window.parent === window)
  location.replace(new URL(language === 'zh' ? 'zh/figures/' : 'figures/', root)) // all that the address could name
show(tag)
postHeight()

function show(tag: string): void {
  const figure = tag.startsWith('wf-') && customElements.get(tag) ? document.createElement(tag) : undefined
  const fields = (figure?.constructor as { fields?: object } | undefined)?.fields
  if (!figure || !fields) {
    const sentence = document.createElement('p')
    sentence.textContent = sentences[language]
    fill(sentence)
    return
  }
  const settings = [...asked]
    .filter(([key]) => !OF_PAGE.includes(key))
    .map(([key, value]) => [camel(key), value] as const)
  const known = settings.filter(([name]) => Object.hasOwn(fields, name))
  const strangers = settings.filter(([name]) => !Object.hasOwn(fields, name))
  Object.assign(figure, { state: Object.fromEntries(strangers) }) // which it names
  Object.assign(figure, Object.fromEntries(known))
  if (asked.get('controls') === 'none') figure.setAttribute('controls', 'none')
  figure.id = 'figure'
  figure.toggleAttribute('fragment', true)
  fill(figure)
}

/** A document of its own for screen readers: a heading and a main part. */
function fill(content: HTMLElement): void {
  const heading = document.createElement('h1')
  heading.className = 'unseen'
  heading.textContent = titles[language]
  const main = document.createElement('main')
  main.append(heading, content)
  document.body.replaceChildren(main)
}

/** train-length → trainLength. */
function camel(key: string): string {
  return key.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Posts the height to the page around the frame. */
function postHeight(): void {
  if (window.parent === window) return
  let last = 0
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    if (height === last) return
    last = height
    window.parent.postMessage({ type: 'resize', height }, '*')
  })
  observer.observe(document.body)
}
