// The elements in a jsdom window, which has no layout and no canvas: they mount, compute, say what they show, and leave.

import { afterEach, expect, test } from 'vitest'
import 'whereformer/elements/inline.js'

interface Figure extends HTMLElement {
  state: Record<string, unknown>
  fragment: boolean
  language: string
  updateComplete: Promise<boolean>
}

afterEach(() => document.body.replaceChildren())

function mount(html: string): Promise<Figure> {
  document.body.innerHTML = html
  const figure = document.body.firstElementChild as Figure
  return new Promise((resolve, reject) => {
    figure.addEventListener('wf-ready', () => resolve(figure))
    figure.addEventListener('wf-error', (event) =>
      reject(new Error(JSON.stringify((event as CustomEvent).detail))),
    )
  })
}

test('an element computes and shows its caption', async () => {
  const figure = await mount('<wf-encoding encoding="rope" length="16" lang="zh">Fallback.</wf-encoding>')
  await figure.updateComplete
  expect(figure.state).toMatchObject({ encoding: 'rope', length: 16 })
  expect(figure.language).toBe('zh')
  expect(figure.shadowRoot?.querySelector('wf-matrix-view')).not.toBeNull()
})

test('an element with lines computes', async () => {
  const figure = await mount('<wf-encoding encoding="rope" view="decay"></wf-encoding>')
  await figure.updateComplete
  expect(figure.shadowRoot?.querySelector('wf-lines')).not.toBeNull()
})

test('what an element refuses is told by an event', async () => {
  await expect(mount('<wf-encoding encoding="no-such"></wf-encoding>')).rejects.toThrow(/ERR_/)
})

test('an attribute that says "false" is false, as React 18 writes it', async () => {
  const figure = await mount('<wf-encoding fragment="false" encoding="alibi"></wf-encoding>')
  expect(figure.fragment).toBe(false)
  figure.setAttribute('fragment', '')
  expect(figure.fragment).toBe(true)
})
