// The attributes of a figure's tag: those that no figure knows, and values that the frame does not know. HTML's own attributes, and those
// that frameworks and browsers' extensions leave behind, are no mistake of the author.

import { type Complaint, shown } from './figure-state.js'

/** Attributes of every element of HTML, but for families. https://html.spec.whatwg.org/multipage/indices.html#attributes-3 */
const OF_HTML =
  /^(accesskey|anchor|autocapitalize|autocorrect|autofocus|class|contenteditable|dir|draggable|enterkeyhint|exportparts|hidden|id|inert|inputmode|is|lang|nonce|part|popover|role|slot|spellcheck|style|tabindex|title|translate|writingsuggestions)$/

/** data-, aria-, handlers, microdata; directives of Vue, Alpine, Angular, htmx; and whatever has signs that no attribute of ours has. */
const OF_OTHERS = /^(data-|aria-|on|item|v-|x-|ng-|hx-)|[^a-z\d-]/

/** Values of attributes that are no fields; without one of these the page decides. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  theme: ['light', 'dark', 'auto'],
  controls: ['none'],
}

/** @param known the names of the figure's attributes */
export function attributeComplaints(tag: Element, known: readonly string[]): Complaint[] {
  return tag.getAttributeNames().flatMap((name) => {
    const got = tag.getAttribute(name) ?? ''
    const wanted = known.includes(name) ? wantedOf(name, got) : isForeign(name) ? undefined : known
    return wanted ? [{ name, got: shown(got), wanted: wanted.join(' | ') }] : []
  })
}

const isForeign = (name: string): boolean => OF_HTML.test(name) || OF_OTHERS.test(name)

/** Undefined where the value is one of these, or where a field judges it. */
function wantedOf(name: string, value: string): readonly string[] | undefined {
  return value === '' || VALUES[name]?.includes(value) ? undefined : VALUES[name]
}
