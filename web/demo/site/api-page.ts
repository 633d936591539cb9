// The interface: functions in both languages with examples, types as the package declares them.

import type { Language } from '../../content/bilingual.js'
import { type ApiWords, apiWords, examples, methods } from './api-words.js'
import { type Declared, declarationsOf } from './declarations.js'
import { escaped, withCode } from './html.js'
import type { Content } from './page-shell.js'
import type { Place } from './places.js'

export function apiPage({ language }: Place): Content {
  const words = apiWords[language]
  const declared = declarationsOf('index')
  const library = declared.find(({ name }) => name === 'Whereformer')
  if (!library) throw new Error('the declarations have no Whereformer')
  const rest = declared.filter((one) => one !== library && one.name !== 'load')
  return {
    title: `Whereformer: ${words.title}`,
    description: words.description,
    main: `<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${part('start', words.start, `<p>${words.startText}</p>${codeHtml(examples.start)}`)}
${part('functions', words.functions, methodsHtml(library, language))}
${part('worker', words.worker, `<p>${words.workerText}</p>${codeHtml(examples.worker)}`)}
${part(
  'others',
  words.others,
  rest
    .filter(({ kind }) => kind !== 'type')
    .map((one) => declaredHtml(one, words))
    .join('\n'),
)}
${part(
  'types',
  words.types,
  `<p>${words.typesText}</p>${rest
    .filter(({ kind }) => kind === 'type')
    .map((one) => declaredHtml(one, words))
    .join('\n')}`,
)}`,
  }
}

const part = (id: string, title: string, inner: string): string =>
  `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${inner}</section>`

const codeHtml = (text: string): string => `<pre class="code"><code>${escaped(text)}</code></pre>`

function methodsHtml({ members }: Declared, language: Language): string {
  return members
    .map(({ name, signature }) => {
      const described = methods[name]
      if (!described) throw new Error(`site/api-words.ts does not describe ${name}`)
      const example = described.example ? codeHtml(described.example) : ''
      return `<h3 id="${name}"><code>${name}</code></h3>
<p>${withCode(described.about[language])}</p>${example}
<p class="quiet signature"><code>${escaped(signature)}</code></p>`
    })
    .join('\n')
}

function declaredHtml({ name, about, signature, members }: Declared, words: ApiWords): string {
  const rows = members.map(
    (member) =>
      `<li><code>${escaped(member.signature)}</code>${member.about ? ` <span class="quiet" lang="en">${withCode(member.about)}</span>` : ''}</li>`,
  )
  const inner = rows.length ? `<ul aria-label="${words.members}">${rows.join('')}</ul>` : codeHtml(signature)
  return `<details id="type-${name}"><summary><code>${name}</code>${about ? ` <span class="quiet" lang="en">${withCode(about)}</span>` : ''}</summary>${inner}</details>`
}
