// Registers an element and the elements it uses. Names already defined are kept: two copies of the package on one page must not
// throw. A no-op where there is no element registry, as on a server.

/** Elements by name. */
export type Elements = Readonly<Record<string, CustomElementConstructor>>

/** An element lists the elements it uses, so that importing its class has no side effect. */
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
