// Registers an element unless the name is taken: two copies of the package on one page must not throw.
export function defineElement(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element)
}
