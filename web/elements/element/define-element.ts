// Registers an element and those that it is made of. Names that are taken stay: two copies of the package on one page must not
// throw. Where there are no elements, as on a server, nothing happens.

/** Elements by name. */
export type Elements = Readonly<Record<string, CustomElementConstructor>>

/** An element says what it is made of, so that importing its class has no side effect. */
interface Composed {
  uses?: Elements
}

export function defineElement(name: string, element: CustomElementConstructor): void {
  defineAll((element as Composed).uses ?? {})
  const registry = globalThis.customElements
  if (registry && !registry.get(name)) registry.define(name, element)
}

export function defineAll(elements: Elements): void {
  for (const [name, element] of Object.entries(elements)) defineElement(name, element)
}
