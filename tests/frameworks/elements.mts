import { configureElements, type EncodingElement } from 'whereformer/elements'
import 'whereformer/elements/register'

configureElements({ thread: 'main' })

export const figure: EncodingElement = document.createElement('wf-encoding')
