// Results have the fields that `return` names where the compiler can know them, and may have them where it cannot.

import type {
  AttentionOptions,
  AttentionResult,
  AttentionReturn,
  ForwardOptions,
  Model,
  Returned,
  ReturnNames,
  Tensor,
  Whereformer,
} from 'whereformer'
import type { WorkerModel, WorkerWhereformer } from 'whereformer/worker'

declare const wf: Whereformer
declare const remote: WorkerWhereformer
declare const model: Model
declare const remoteModel: WorkerModel
declare const x: Tensor
declare const flag: boolean
declare const one: AttentionReturn
declare const several: AttentionReturn[]
declare const perhapsNone: 'weights'[]
declare const options: AttentionOptions
declare const forwardOptions: ForwardOptions

const named = { position: [{ type: 'rope' }], return: ['weights', 'ledger'] } satisfies AttentionOptions
const constant = {
  position: [
    { type: 'rope', scaling: { ropeType: 'yarn', factor: 2 } },
    { type: 'alibi', slopes: [1, 2] },
  ],
  positions: { query: [0, 1, 2], key: [0, 1, 2] },
  attnMask: { data: new Float32Array(9), shape: [3, 3] },
  window: [1, 0],
  return: ['weights', 'scores'],
} as const

export const there: Tensor[] = [
  wf.attention(x, x, x, { position: { type: 'rope' }, return: ['weights'] }).weights,
  wf.attention(x, x, x, { return: ['weights', 'rawScores', 'cappedScores'] }).cappedScores,
  wf.attention(x, x, x, { ...options, return: ['scores'] }).scores,
  wf.attention(x, x, x, { return: ['scores', ...several] }).scores,
  wf.attention(x, x, x, { return: ['scores', ...(flag ? (['ledger'] as const) : [])] }).scores,
  wf.attention(x, x, x, named).weights,
  wf.attention(x, x, x, named).ledger.bias,
  wf.attention(x, x, x, constant).scores,
  model.forward({ inputIds: [1] }, { return: ['attentions', 'encoderScores'] }).encoderScores[0],
  model.forward({ inputIds: [1] }, { return: ['attentions', 'meanPooled'] }).meanPooled,
]

export async function thereInAWorker(): Promise<Tensor[]> {
  const { weights, scores } = await remote.attention(x, x, x, { return: ['weights', 'scores'] })
  const { hiddenStates } = await remoteModel.forward({ inputIds: [1] }, { return: ['hiddenStates'] })
  return [weights, scores, hiddenStates[0]]
}

/** A function around it. */
export function attend<Return extends ReturnNames<AttentionReturn> = readonly []>(
  given?: AttentionOptions<Return>,
): Returned<AttentionResult, Return> {
  return wf.attention(x, x, x, given)
}
export const whole: AttentionResult = attend({ return: ['weights'] })
export const own: Tensor = attend({ return: ['weights'] }).weights

export const perhaps: (Tensor | undefined)[] = [
  wf.attention(x, x, x).weights,
  wf.attention(x, x, x, options).weights,
  wf.attention(x, x, x, { return: several }).weights,
  model.forward({ inputIds: [1] }, forwardOptions).lastHiddenState,
]

export const notKnown: Tensor[] = [
  // @ts-expect-error nothing was asked for
  wf.attention(x, x, x).weights,
  // @ts-expect-error another field was asked for
  wf.attention(x, x, x, { return: ['scores'] }).weights,
  // @ts-expect-error options that are known when the program runs
  wf.attention(x, x, x, options).weights,
  // @ts-expect-error one of several names
  wf.attention(x, x, x, { return: [one] }).weights,
  // @ts-expect-error either name
  wf.attention(x, x, x, { return: [flag ? 'weights' : 'scores'] }).weights,
  // @ts-expect-error a list of any names
  wf.attention(x, x, x, { return: several }).weights,
  // @ts-expect-error a list that may be empty
  wf.attention(x, x, x, { return: perhapsNone }).weights,
  // @ts-expect-error one list or another
  wf.attention(x, x, x, { return: flag ? ['weights'] : [] }).weights,
  // @ts-expect-error the same of a pass of a model
  model.forward({ inputIds: [1] }, forwardOptions).lastHiddenState,
]

const widened = { position: [{ type: 'rope' }] }

export function refused(): void {
  // @ts-expect-error the type may be any text: `satisfies` or `as const` keeps it
  wf.attention(x, x, x, widened)
  // @ts-expect-error there is no such field
  wf.attention(x, x, x, { return: ['weight'] })
  // @ts-expect-error there is no such option
  wf.attention(x, x, x, { returns: ['weights'] })
  // @ts-expect-error there is no such encoding
  wf.attention(x, x, x, { position: { type: 'rotary' }, return: ['weights'] })
  // @ts-expect-error there is no such parameter
  wf.attention(x, x, x, { position: [{ type: 'rope', bas: 10000 }], return: ['weights'] })
  // @ts-expect-error there is no such field
  model.forward({ inputIds: [1] }, { return: ['attention'] })
}
