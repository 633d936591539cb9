// The base of all elements. What breaks while one of them draws is the trouble of the figure around it.
//
// A constructed style sheet belongs to the document that made it: an element that moves to another document
// loses its sheets, and one that is made there may not take them. So each document has sheets of its own.

import { adoptStyles, type CSSResultOrNative, LitElement, supportsAdoptingStyleSheets } from 'lit'

export class StyledElement extends LitElement {
  /** @internal All styles of this element. */
  protected get ownStyles(): CSSResultOrNative[] {
    return (this.constructor as typeof LitElement).elementStyles
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    if (this.ownerDocument === document) return super.createRenderRoot()
    const { shadowRootOptions } = this.constructor as typeof LitElement
    const root = this.shadowRoot ?? this.attachShadow(shadowRootOptions)
    wear(root, this.ownStyles)
    return root
  }

  protected override performUpdate(): void {
    try {
      super.performUpdate()
    } catch (cause) {
      this.fail(cause, this)
    }
  }

  /** @internal Goes on to the element around, up to a figure. @param from the element that broke, where it is one */
  fail(cause: unknown, from?: HTMLElement): void {
    const { host } = this.getRootNode() as { host?: Partial<StyledElement> }
    if (!host?.fail) throw cause
    host.fail(cause, from)
  }

  adoptedCallback(): void {
    this.restyle()
  }

  /** @internal After a change of the document or of the styles. */
  protected restyle(): void {
    if (this.shadowRoot) wear(this.shadowRoot, this.ownStyles)
  }
}

const sheets = new WeakMap<Document, Map<CSSResultOrNative, CSSStyleSheet>>()

/** A document without a window shows nothing, and its elements come by here again when they leave it. */
function wear(root: ShadowRoot, styles: CSSResultOrNative[]): void {
  const { ownerDocument: owner } = root
  if (!supportsAdoptingStyleSheets || owner === document) adoptStyles(root, styles)
  else if (owner.defaultView) root.adoptedStyleSheets = styles.map((style) => sheetIn(owner, style))
}

function sheetIn(owner: Document, style: CSSResultOrNative): CSSStyleSheet {
  const known = sheets.get(owner) ?? new Map<CSSResultOrNative, CSSStyleSheet>()
  sheets.set(owner, known)
  const { CSSStyleSheet: Sheet } = owner.defaultView as Window & typeof globalThis
  const sheet = known.get(style) ?? new Sheet()
  if (!known.has(style)) sheet.replaceSync('cssText' in style ? style.cssText : '')
  known.set(style, sheet)
  return sheet
}
