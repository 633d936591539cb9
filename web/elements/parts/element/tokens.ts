// The tokens of the design: ink is what a word is, colour is where it is. Each is a custom property that a page may set, --wf-<name>;
// web/demo/styles/tokens.css is written from this file (npm run generate). docs/decisions/0035-paper.md says how they were chosen.

/**
 * Names and values: light first, dark second. The remark of each is its description in custom-elements.json and in web/elements/README.md;
 * a number before a colon is its contrast on paper: light, dark.
 */
export const tokens = {
  // Surface and ink.
  paper: 'light-dark(#fbfaf6, #15181d)', // background of menus, of maps, and of a figure with a theme of its own
  wash: 'light-dark(#f1eee6, #20252c)', // background of what is pointed at
  ink: 'light-dark(#1a1c1f, #eceae5)', // 16.3, 14.8: text, and what a token is
  soft: 'light-dark(#5a5f66, #a3a9b2)', // 6.2, 7.5: labels and captions
  mark: 'light-dark(#8f8b81, #7d858f)', // 3.3, 4.8: bars without a hue, borders of controls
  line: 'light-dark(#dedad0, #353b43)', // hairlines and grids, never data
  focus: 'light-dark(#1c4884, #8fbcff)', // the ring around what has the focus
  wrong: 'light-dark(#c2182b, #ff7d86)', // 5.8, 7.2: what is wrong, always with a cross, or a dashed outline of what is right

  // One hue for each encoding, on every page. Sinusoid and RoPE are near for tritanopes: the dash and the name at the line's end decide.
  none: 'light-dark(#5a5f66, #a3a9b2)', // without a position encoding
  learned: 'light-dark(#852c22, #d9604c)', // 8.4, 4.9: the learned position table
  sinusoid: 'light-dark(#8a6f00, #d4b128)', // 4.6, 8.6: sinusoidal position vectors
  t5: 'light-dark(#1c4884, #4c90ec)', // 8.7, 5.5: the bias of T5
  alibi: 'light-dark(#00816d, #9af5cf)', // 4.6, 13.8: the bias of ALiBi
  rope: 'light-dark(#8450d6, #dcb3ff)', // 4.9, 10.1: RoPE, rotary position embeddings
  other: 'light-dark(#726e66, #7d858f)', // 4.9, 4.8: any other encoding, in a figure that shows it alone; in charts such lines are ink
  'rope-wash': 'light-dark(#ece2fb, #3a2d4e)', // wedges of RoPE, and the chosen pair

  // Terms of a sum.
  'term-content': 'light-dark(#1a1c1f, #eceae5)', // what comes of the content, in a sum
  'term-position': 'light-dark(#8450d6, #dcb3ff)', // what comes of the position, in a sum; a figure of one encoding has its hue instead

  // Typefaces: those of the page, where it has them.
  sans: `Inter, 'Inter Fallback', 'Inter Fallback 2', ui-sans-serif, system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif`, // the typeface

  // Sizes of what can be pressed, and of corners.
  target: '44px', // the height of the control under a picture
  'radius-button': '8px', // the corners of buttons

  // Motion.
  fast: '200ms', // a fade, the colour of a step
  ease: 'cubic-bezier(0.2, 0.7, 0.2, 1)', // the pace of what moves
} as const

/** Read by a few figures, without a value of the design. Descriptions as above. */
export const ownProperties = {
  height: '240px', // the least height of a figure until its picture is there: what keeps the page from moving
  'stage-height': '', // the height of the picture with its control, of the figures of the article; without it their own
  serif: 'Georgia, serif', // the typeface of q and k in wf-arrows
} as const

/** Used by the page around the figures alone. */
const ofPage = {
  rest: 'light-dark(#6a6e74, #979da6)', // 4.9, 6.5: a step that is not current
  move: '450ms', // a step sets positions or angles
  morph: '900ms', // one picture becomes another
} as const

type Token = keyof typeof tokens

/** Tokens that name a colour. */
export type ColorToken = {
  [Name in Token]: (typeof tokens)[Name] extends `light-dark(${string}` ? Name : never
}[Token]

export const colorTokens = Object.entries(tokens)
  .filter(([, value]) => value.startsWith('light-dark('))
  .map(([name]) => name) as readonly ColorToken[]

/** The colour of one theme, where no style sheet is. */
export function colorOf(token: ColorToken, scheme: 'light' | 'dark'): string {
  const [light = '', dark = ''] = tokens[token].slice('light-dark('.length, -1).split(', ')
  return scheme === 'light' ? light : dark
}

/** Declarations inside an element: --_<name>, which the page's --wf-<name> overrides. */
export const ownDeclarations = Object.entries(tokens)
  .map(([name, value]) => `--_${name}: var(--wf-${name}, ${value});`)
  .join('\n')

/** Declarations of a page: --wf-<name>. */
export const pageDeclarations = Object.entries({ ...tokens, ...ofPage })
  .map(([name, value]) => `  --wf-${name}: ${value};`)
  .join('\n')
