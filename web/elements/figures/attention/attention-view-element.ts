// The picture of <wf-attention>: the text, its tokens, the maps, and what comes next.

import { html, nothing } from 'lit'
import { controlStyles } from '../../parts/controls/control-styles.js'
import { baseStyles } from '../../parts/element/element-styles.js'
import { StyledElement } from '../../parts/element/styled-element.js'
import type { FigureWords } from '../../parts/figure/words.js'
import type { CellEvent } from '../../parts/matrix/heat-map-element.js'
import type { Cell } from '../../parts/matrix/matrix.js'
import { MatrixCanvasElement } from '../../parts/matrix/matrix-canvas-element.js'
import { type MatrixContent, MatrixViewElement } from '../../parts/matrix/matrix-view-element.js'
import { continues, hueOfTrained, titleOf } from '../../parts/trained/own-model.js'
import { signOf } from '../../parts/trained/passage.js'
import { textBox } from '../../parts/trained/text-box.js'
import { textBoxStyles } from '../../parts/trained/text-box-styles.js'
import type { TrainedWords } from '../../parts/trained/trained-words.js'
import { differenceContent, mapContent, percent } from './attention-content.js'
import type { AttentionDrawing, AttentionState, Side } from './attention-drawing.js'
import { attentionViewStyles } from './attention-view-styles.js'
import { ContinuationElement } from './continuation-element.js'
import type { AttentionWords } from './messages.js'
import { overview } from './overview.js'
import { overviewStyles } from './overview-styles.js'
import { ProbabilityBarsElement } from './probability-bars-element.js'
import { type TokenEvent, TokenStripElement } from './token-strip-element.js'

export interface AttentionPicture {
  drawing: AttentionDrawing
  state: AttentionState
  words: AttentionWords
  trained: TrainedWords
  frame: FigureWords
  change: (changes: Partial<AttentionState>) => void
}

const BARS = 10

export class AttentionViewElement extends StyledElement {
  static readonly uses = {
    'wf-matrix-view': MatrixViewElement,
    'wf-matrix-canvas': MatrixCanvasElement,
    'wf-token-strip': TokenStripElement,
    'wf-probability-bars': ProbabilityBarsElement,
    'wf-continuation': ContinuationElement,
  }

  static override styles = [baseStyles, controlStyles, textBoxStyles, overviewStyles, attentionViewStyles]

  static override properties = { figure: { attribute: false }, hovered: { state: true } }

  declare figure: AttentionPicture | undefined
  /** The hovered token, in the strip or in a map. */
  declare protected hovered: number | undefined

  override render() {
    const { figure } = this
    if (!figure) return nothing
    const { drawing, state, words, trained, change } = figure
    const { prepared, context, sides } = drawing
    const known = sides[0]?.trained.characters ?? []
    const onChange = (text: string) => change({ text, token: undefined })
    return html`<div class="view">
      ${textBox({ text: state.text, prepared, context, known, words: trained, gap: words.gap, onChange })}
      <div>
        ${this.#strip(figure)}
        <p class="quiet">${hintOf(drawing, words)}</p>
      </div>
      ${sides.length > 1 ? this.#both(figure) : sides.map((side) => this.#one(figure, side))}
    </div>`
  }

  #strip({ drawing: { queries, token }, words, trained, change }: AttentionPicture) {
    const names: Record<string, string> = { ' ': trained.space, '\n': trained.lineBreak }
    const tokens = queries.map((character, position) => ({
      sign: signOf(character),
      label: trained.token(names[character] ?? character, position),
      position,
    }))
    return html`<wf-token-strip
      .tokens=${tokens}
      .selected=${token}
      .hovered=${this.hovered}
      .label=${words.strip}
      @wf-token=${(event: TokenEvent) => {
        event.stopPropagation()
        this.hovered = event.detail ?? undefined
      }}
      @wf-token-pick=${(event: TokenEvent) => {
        event.stopPropagation()
        change({ token: event.detail ?? undefined })
      }}
    ></wf-token-strip>`
  }

  #one(figure: AttentionPicture, side: Side) {
    const { drawing, words, trained, change } = figure
    const content = mapContent(drawing, side, words, trained)
    const beside = html`<div class="next">${overview(drawing, side, words, change)} ${this.#bars(figure, side)}</div>
      ${this.#continuation(figure, side)}`
    return this.#view(figure, content, beside)
  }

  #both(figure: AttentionPicture) {
    const { sides } = figure.drawing
    return html`${this.#maps(figure)}
      <div class="sides">
        ${sides.map((side) => this.#bars(figure, side))} ${sides.map((side) => this.#continuation(figure, side))}
      </div>`
  }

  #maps(figure: AttentionPicture) {
    const { drawing, words, trained } = figure
    const difference = differenceContent(drawing, words)
    return html`<div class="sides maps">
      ${drawing.sides.map(
        (side) =>
          html`<section .style=${`--wf-hue: ${hueOfTrained(side.trained)}`}>
            <p class="name">${titleOf(side.trained, trained)}</p>
            ${this.#view(figure, mapContent(drawing, side, words, trained))}
          </section>`,
      )}
      <section>
        <p class="name">${words.difference}</p>
        ${difference ? this.#view(figure, difference) : nothing}
      </section>
    </div>`
  }

  #view({ frame, change }: AttentionPicture, content: MatrixContent, beside: unknown = nothing) {
    return html`<wf-matrix-view
      .content=${{ ...content, hovered: this.hovered }}
      .words=${frame}
      @wf-pick=${(event: CustomEvent<Cell>) => {
        event.stopPropagation()
        change({ token: event.detail.row })
      }}
      @wf-cell=${(event: CellEvent) => event.stopPropagation()}
      >${beside}</wf-matrix-view
    >`
  }

  #bars({ drawing, words, trained }: AttentionPicture, { trained: model, candidates }: Side) {
    if (candidates.length === 0) return nothing
    const { queries, causal, stack, token, sides } = drawing
    const best = [...candidates].sort((a, b) => b.probability - a.probability).slice(0, BARS)
    const bars = best.map(({ character, probability }) => ({ name: signOf(character), value: probability }))
    const rest = 1 - bars.reduce((sum, { value }) => sum + value, 0)
    const say = causal || stack ? words.next : words.here
    const title = say(token, signOf(queries[token] ?? ''))
    return html`<section>
      <p class="name">${title}${sides.length > 1 ? html` · ${titleOf(model, trained)}` : nothing}</p>
      <wf-probability-bars .bars=${bars} .label=${title} .format=${percent}></wf-probability-bars>
      <p class="quiet">${words.rest(percent(Math.max(0, rest)))}</p>
    </section>`
  }

  #continuation({ drawing, words, trained, state, change }: AttentionPicture, { trained: model }: Side) {
    if (!continues(model)) return nothing
    const { prepared, sides } = drawing
    const { temperature, topK, topP, seed } = state
    return html`<section>
      <p class="name">${words.goesOn}${sides.length > 1 ? html` · ${titleOf(model, trained)}` : nothing}</p>
      <wf-continuation
        .trained=${model}
        .text=${prepared.characters.join('')}
        .tokens=${prepared.characters.length}
        .ids=${prepared.ids}
        .sampling=${{ temperature, topK, topP, seed }}
        .words=${words}
        @wf-adopt=${(event: CustomEvent<string>) => change({ text: event.detail, token: undefined })}
      ></wf-continuation>
    </section>`
  }
}

/** A sentence on what pointing at a token shows. */
function hintOf({ sides, causal, stack }: AttentionDrawing, words: AttentionWords): string {
  if (sides.every(({ candidates }) => candidates.length === 0)) return words.colours
  return `${words.colours}${words.gap}${causal || stack ? words.askNext : words.askHere}`
}
