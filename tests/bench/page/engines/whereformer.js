// The package itself, through its public interface. "kernel": tensors on the heap; "copies": typed arrays in, a typed array out.

import { load } from '/dist/web.mjs'
import { safetensors } from '../safetensors.js'

/** @param {'simd' | 'relaxed'} variant */
export async function openWhereformer(variant) {
  return new OurEngine(await load({ variant }))
}

class OurEngine {
  own = true

  constructor(wf) {
    this.wf = wf
    this.name = `whereformer ${wf.info.variant}`
  }

  /** Beside an encoding or a mask also without, in the same rounds, so that their cost can be told. */
  attention(problem) {
    const { q, k, v, shape, causal, biasPosition, terms, weights, unadorned } = problem
    const bias = biasPosition ? undefined : problem.bias
    const given = {
      position: terms.position ?? biasPosition,
      scale: terms.givenScale,
      isCausal: causal,
      return: weights ? ['weights'] : undefined,
    }
    const attend = (inputs, options, out) =>
      this.wf.attention(inputs.q, inputs.k, inputs.v, { ...options, attnMask: inputs.bias, out })
    const candidates = this.#bothModes({ q, k, v, bias }, [shape], (inputs, [out]) =>
      attend(inputs, given, out),
    )
    if (!unadorned) return candidates
    const [alone] = this.#bothModes({ q, k, v }, [shape], (inputs, [out]) => attend(inputs, {}, out))
    return [...candidates, { ...alone, mode: 'unadorned', expected: unadorned }]
  }

  matmul({ a, b, shape }) {
    return this.#bothModes({ a, b }, [shape], ({ a, b }, [out]) => this.wf.matmul(a, b, { out }))
  }

  gemv(problem) {
    return this.matmul(problem)
  }

  rotary({ q, k, shape, position }) {
    return this.#bothModes({ q, k }, [shape, shape], ({ q, k }, [qOut, kOut]) => {
      this.wf.rotate(position, q, { out: qOut })
      this.wf.rotate(position, k, { out: kOut })
    })
  }

  softmax({ x, shape }) {
    return this.#bothModes({ x }, [shape], ({ x }, [out]) => this.wf.softmax(x, { out }))
  }

  /** What crossing the boundary costs by itself. */
  copy({ x, shape }) {
    const heap = this.wf.tensor(x)
    const out = inJavaScript(shape)
    let fresh
    return [
      { mode: 'in', run: () => heap.data.set(x.data), result: () => [heap.data] },
      { mode: 'out', run: () => out.data.set(heap.data), result: () => [out.data] },
      {
        mode: 'out, fresh memory',
        run: () => {
          fresh = heap.data.slice()
        },
        result: () => [fresh],
        dispose: () => heap.dispose(),
      },
    ]
  }

  async gptForward({ weights, config, ids }) {
    const model = await this.wf.loadModel({ config, weights: safetensors(weights) })
    let logits
    const run = () => {
      logits = model.forward({ inputIds: ids }).logits.data
    }
    return [{ mode: 'copies', run, result: () => [logits], dispose: () => model.dispose() }]
  }

  /** Steps of generate(): each feeds a token, samples greedily and hands out an id; the time is that between two ids. */
  async gptDecode({ weights, config, prompt, steps, expectedTokens }) {
    const model = await this.wf.loadModel({ config, weights: safetensors(weights) })
    let made
    const run = async () => {
      const times = []
      const onToken = () => times.push(performance.now())
      made = await model.generate(prompt, {
        maxNewTokens: steps + 1,
        temperature: 0,
        eosTokenId: [],
        onToken,
      })
      return (times.at(-1) - times[0]) / steps
    }
    const result = () => [Float32Array.from(made.slice(prompt.length))]
    const dispose = () => model.dispose()
    return [{ mode: 'copies', run, ownClock: true, result, expected: expectedTokens, dispose }]
  }

  #bothModes(inputs, outputShapes, work) {
    return [
      candidate('kernel', inputs, outputShapes, work, (x) => this.wf.tensor(x)),
      candidate('copies', inputs, outputShapes, work, inJavaScript),
    ]
  }
}

/**
 * @param work may return an object with `weights`, a result that is a new array in both modes
 * @param place makes what the interface is given, of a tensor or of the shape of an output
 */
function candidate(mode, inputs, outputShapes, work, place) {
  const placed = Object.fromEntries(Object.entries(inputs).map(([name, x]) => [name, x && place(x)]))
  const outputs = outputShapes.map(place)
  let weights
  return {
    mode,
    run: () => {
      weights = work(placed, outputs)?.weights
    },
    result: () => [...outputs, ...(weights ? [weights] : [])].map((out) => out.data),
    clear: () => {
      for (const out of outputs) out.data.fill(Number.NaN)
    },
    dispose: () => {
      for (const x of [...Object.values(placed), ...outputs]) x?.dispose?.()
    },
  }
}

function inJavaScript(x) {
  if (!Array.isArray(x)) return x
  return { data: new Float32Array(x.reduce((product, n) => product * n, 1)), shape: x }
}
