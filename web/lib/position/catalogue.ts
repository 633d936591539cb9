// The catalogue of encodings, generated from the front matter and the code of the C++ headers.

export { encodings } from './catalogue.generated.js'
export type * from './catalogue-entry.js'
