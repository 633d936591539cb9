// What a figure needs of an encoding of the reader's own: its position, its control, its code. All of it is loaded with the first one.

import type { TemplateResult } from 'lit'
import type { EncodingEntry, PositionEncoding } from 'whereformer'
import type { AnyLibrary } from '../engine/library.js'
import type { ExampleSizes } from '../positions/schema-positions.js'
import { ownCode, ownLabCode } from './own-code.js'
import { type OwnControl, ownControl } from './own-control.js'
import { type AskedEncoding, type OwnEncoding, ownEncoding } from './own-encoding.js'

export interface OwnFigure extends OwnEncoding {
  control: (control: OwnControl) => TemplateResult
  /** @param calls lines that use `position` and `wf` @param drawn the position with the parameters chosen */
  code: (calls: string, drawn?: PositionEncoding) => string
  /** @param calls lines that use `position` and the lab's `run` */
  labCode: (calls: string) => string
}

export async function ownFigure(
  library: AnyLibrary,
  asked: AskedEncoding,
  sizesFor: (entry: EncodingEntry) => ExampleSizes,
): Promise<OwnFigure> {
  const own = await ownEncoding(library, asked, sizesFor)
  return {
    ...own,
    control: (control) => ownControl(own, control),
    code: (calls, drawn = own.position) => ownCode({ ...own, position: drawn }, calls),
    labCode: (calls) => ownLabCode(own, calls),
  }
}
