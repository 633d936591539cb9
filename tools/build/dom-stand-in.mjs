// What Lit extends where there is no document, so that its modules can be imported there.

export class HTMLElement {}
export const customElements = globalThis.customElements
export class CSSStyleSheet {}
