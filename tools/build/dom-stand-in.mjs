// Stubs of DOM classes that Lit extends, so that its modules can be imported without a DOM.

export class HTMLElement {}
export const customElements = globalThis.customElements
export class CSSStyleSheet {}
