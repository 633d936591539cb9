// Settings that nothing reads in the state of a figure: those of random vectors beside a trained model, those of a model beside random
// vectors. Those of another view are none of these: it is one press away.

import type { Refused } from './figure-state.js'

type Unused<Name extends string> = { [N in Name]: Refused & { name: N; waits: true; used?: never } }[Name]

/**
 * Refusals of those that are not the defaults, which take their place.
 * @param wanted the setting with which they are read, such as source=random; '–' = there is none
 */
export const unused = <Name extends string>(names: readonly Name[], wanted: string) =>
  names.map((name) => ({ name, wanted, waits: true }) as Unused<Name>)
