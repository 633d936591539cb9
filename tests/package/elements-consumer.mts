// Compiled against the installed package: right uses pass, wrong ones must not.

import {
  BiasElement,
  defineElement,
  EncodingElement,
  type FigureElement,
  type Json,
  linkWith,
} from 'whereformer/elements'
import { configureElements } from 'whereformer/elements/register'

configureElements({ workerUrl: '/worker-thread.js', thread: 'main' })
// @ts-expect-error there is no such thread
configureElements({ thread: 'none' })

const figure = document.createElement('wf-encoding')
figure.encoding = 'rope'
figure.view = 'similarity'
// @ts-expect-error there is no such view
figure.view = 'sideways'
// @ts-expect-error lengths are numbers
figure.length = '64'
figure.state = JSON.parse('{}')
export const state: Record<string, Json> = figure.state
export const figures: FigureElement[] = [figure, new BiasElement(), document.createElement('wf-rotation')]
// @ts-expect-error what a figure computes is its own business
figure.picture
export const link: string = linkWith(location.href, figure.linkName, figure.stateText)

defineElement('my-encoding', EncodingElement)
