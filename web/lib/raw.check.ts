// Compiled after every build of the core: fails when the bindings and raw.ts have drifted apart.

import type { Build, MainModule } from '../../build/wasm-simd/whereformer-core.js'
import type { RawCore } from './raw.js'

type Same<A, B> = [keyof A, keyof B] extends [keyof B, keyof A] ? true : never

export const functionsMatch = (core: MainModule): Omit<RawCore, 'build'> => core
export const buildMatches: Same<Build, ReturnType<RawCore['build']>> = true
