import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { faultsIn } from '../check/allocating.mjs'
import { root } from '../paths.mjs'

const faultsOf = (symbol) => faultsIn(`${join(root, 'build/wasm-simd/a.cpp.o')}:          U ${symbol}\n`)

test('operator new in all its forms is found, and what of the C++ library allocates', () => {
  for (const symbol of [
    '_Znwm', // operator new(unsigned long)
    '_Znam',
    '_ZnwmSt11align_val_t',
    '_ZNSt3__212basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEED2Ev',
    '_ZNKSt3__212basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEE7compareEPKc',
    '_ZNSt3__219__shared_weak_count14__release_weakEv',
  ])
    assert.match(faultsOf(symbol)[0] ?? '', new RegExp(`^build/wasm-simd/a\\.cpp\\.o uses ${symbol}`))
})

test('what can fail, and what only names a type of the library, is not', () => {
  for (const symbol of [
    '_ZnwmRKSt9nothrow_t',
    '_ZnamRKSt9nothrow_t',
    'malloc',
    'aligned_alloc',
    '_ZdlPvm',
    '_ZN11whereformer5train10Parameters4findENSt3__217basic_string_viewIcNS2_11char_traitsIcEEEE',
  ])
    assert.deepEqual(faultsOf(symbol), [])
})
