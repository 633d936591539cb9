// The elements in a program that has no library "dom": a server.

import { BiasElement, configureElements, type EncodingElement } from 'whereformer/elements'
import 'whereformer/elements/register'

configureElements({ thread: 'main' })

export const theme: string = new BiasElement().theme
export const lengthOf = (figure: EncodingElement): number => figure.length
