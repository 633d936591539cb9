// Names of the library in controls of a Chinese page: what has letters, no Han, and is no proper name.

import type { Page } from '@playwright/test'

/** Of methods, of models, and of files that are saved. */
const PROPER = [
  'RoPE',
  'ALiBi',
  'T5',
  'FIRE',
  'KERPLE',
  'Shaw',
  'Transformer-XL',
  'DeBERTa',
  'CoPE',
  'TUPE',
  'Dyck-2',
  'Swin v2',
  'NTK-aware',
  'YaRN',
  'LongRoPE',
  'Llama 3',
  'BERT',
  'ALBERT',
  'BART',
  'RoBERTa',
  'XLNet',
  'PaLM',
  'Alpaca',
  'Falcon',
  'LLaMA',
  'Vicuna',
  'BLOOM',
  'MPT',
  'GPT-2',
  'GPT-3',
  'GPT-J',
  'GPT-NeoX',
  'Gemma 3',
  'Llama 4',
  'config.json',
  'model.safetensors',
  'optimizer.safetensors',
  'vocab.json',
  'SVG',
  'PNG',
  'CSV',
]

/** Longest first: some begin as others do. */
const names = PROPER.sort((a, b) => b.length - a.length)

/** @returns what is shown of it */
export async function untranslated(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const all = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])])
    const textOf = (one: Element) => (one instanceof HTMLOptGroupElement ? one.label : one.textContent) ?? ''
    return all(document.body)
      .filter((one) => one.matches('option, optgroup, label, button, summary, legend, th'))
      .filter((one) => one.checkVisibility() || one.closest('select')?.checkVisibility())
      .filter((one) => !one.querySelector('math'))
      .map((one) => textOf(one).replace(/\s+/g, ' ').trim())
  })
  const unnamed = (text: string) => names.reduce((rest, name) => rest.replaceAll(name, ''), text)
  return shown.filter((text) => !/\p{Script=Han}/u.test(text) && /[a-z]{2}/i.test(unnamed(text)))
}
