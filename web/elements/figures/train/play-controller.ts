// Plays, pauses and steps a training: the loop of a figure that learns. Ends with its element; waits while the tab is hidden.

import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { EventLoop } from '../../../lib/boundary/event-loop.js'

/** A session that is played: steps, and a picture of its state. */
interface Played<P> {
  readonly steps: number
  readonly halted: boolean
  step(): Promise<void>
  look(part: { readonly layer: number; readonly head: number }): Promise<P>
  close(): void
}

interface Settings {
  readonly speed: number
  readonly layer: number
  readonly head: number
  readonly background: boolean
}

/** The part of a figure that the controller uses. */
export interface PlayHost {
  settings: () => Settings
  show: (picture: unknown) => void
  recompute: () => void
}

/** Milliseconds from one picture to the next, at least. */
const FRAME = 40
const CALM_FRAME = 1000
const SPEAK_EVERY = 5000

type AnyPlayed = Played<unknown>

class PlayController implements ReactiveController {
  readonly #element: ReactiveControllerHost & HTMLElement
  readonly #host: PlayHost
  readonly #loop = new EventLoop()
  #key: string | undefined
  #session: AnyPlayed | undefined
  #playing = false
  /** The step at which it pauses by itself. */
  #last = Number.POSITIVE_INFINITY
  /** The step up to which the page let it play. */
  #asked = 0
  #looping = false
  #waiting: AbortController | undefined
  #failure: unknown
  #shownAt = Number.NEGATIVE_INFINITY
  #said = { at: Number.NEGATIVE_INFINITY, sentence: '' }

  constructor(element: ReactiveControllerHost & HTMLElement, host: PlayHost) {
    this.#element = element
    this.#host = host
    element.addController(this)
  }

  get isPlaying(): boolean {
    return this.#playing
  }

  /** The current session. */
  get session(): AnyPlayed | undefined {
    return this.#session
  }

  /** The picture for the settings: of the session with this key, which is opened if another one was played. */
  async picture<P>(key: string, open: () => Promise<Played<P>>): Promise<P> {
    const failure = this.#failure
    this.#failure = undefined
    if (failure) {
      this.#close()
      throw failure
    }
    for (;;) {
      const session = await this.#opened(key, open)
      try {
        const picture = await session.look(this.#host.settings())
        this.#start()
        return picture
      } catch (cause) {
        const closedMeanwhile = session !== this.#session
        if (closedMeanwhile && this.#element.isConnected) continue
        this.#close() // the next attempt starts afresh
        throw cause
      }
    }
  }

  /** A sentence for those who listen: while it plays, a new one every few seconds. */
  said(sentence: () => string): string {
    const now = performance.now()
    if (this.#playing && now - this.#said.at < SPEAK_EVERY) return this.#said.sentence
    this.#said = { at: now, sentence: sentence() }
    return this.#said.sentence
  }

  play(last = Number.POSITIVE_INFINITY): void {
    this.#last = last
    this.#set(true)
    this.#start()
  }

  /** Plays up to a step, once for each that the page names. No reader asked for it, so not with reduced motion. */
  playTo(step: number): void {
    if (step === this.#asked) return
    this.#asked = step
    const isDone = !this.#session || this.#session.steps >= step
    if (!isDone && !this.#playing && !calm()) this.play(step)
  }

  pause(): void {
    this.#set(false)
  }

  /** Trains one step, then draws. */
  async step(): Promise<void> {
    this.pause()
    const session = this.#session
    if (!session) return
    await this.#guarded(session, async () => {
      await session.step()
      await this.#show(session)
    })
  }

  /** From new random weights. */
  again(): void {
    this.#close()
    this.#host.recompute()
  }

  hostConnected(): void {
    if (this.#element.isConnected && this.#playing) this.#start()
  }

  /** A move within the document does not end it. */
  hostDisconnected(): void {
    queueMicrotask(() => {
      if (this.#element.isConnected) return
      this.#set(false)
      this.#close()
    })
  }

  /** Resolves when the tab is hidden or shown, or nobody waits any more. */
  #visibility(): Promise<void> {
    const waiting = new AbortController()
    this.#waiting = waiting
    return new Promise((resolve) => {
      waiting.signal.addEventListener('abort', () => resolve())
      document.addEventListener('visibilitychange', () => waiting.abort(), { signal: waiting.signal })
    })
  }

  #set(playing: boolean): void {
    this.#playing = playing
    this.#waiting?.abort()
    this.#element.requestUpdate()
  }

  #close(): void {
    this.#session?.close()
    this.#session = undefined
    this.#key = undefined
  }

  async #opened<P>(key: string, open: () => Promise<Played<P>>): Promise<Played<P>> {
    if (this.#key === key && this.#session) return this.#session as Played<P>
    this.#close()
    const session = await open()
    this.#key = key
    this.#session = session
    if (!this.#element.isConnected) this.#close()
    return session
  }

  #start(): void {
    if (this.#looping || !this.#playing || !this.#session) return
    this.#looping = true
    void this.#play().finally(() => {
      this.#looping = false
      this.#start() // what was asked for meanwhile
    })
  }

  async #play(): Promise<void> {
    const session = this.#session as AnyPlayed
    await this.#guarded(session, async () => {
      while (this.#goesOn(session)) {
        if (document.hidden && !this.#host.settings().background) await this.#visibility()
        else await this.#frame(session)
      }
      if (this.#session === session) await this.#show(session)
    })
  }

  /** Steps up to the next picture. With reduced motion there are as many as fit between two pictures. */
  async #frame(session: AnyPlayed): Promise<void> {
    const due = () => !calm() || performance.now() - this.#shownAt >= CALM_FRAME
    for (let i = 0; this.#goesOn(session) && (i < this.#host.settings().speed || !due()); i++) {
      await session.step()
      await this.#loop.yield()
      if (session.halted || session.steps >= this.#last) this.#set(false)
    }
    if (!this.#goesOn(session)) return
    await rest(FRAME - (performance.now() - this.#shownAt))
    await this.#show(session)
  }

  #goesOn(session: AnyPlayed): boolean {
    return this.#playing && this.#session === session
  }

  async #show(session: AnyPlayed): Promise<void> {
    const picture = await session.look(this.#host.settings())
    if (this.#session !== session) return
    this.#shownAt = performance.now()
    this.#host.show(picture)
  }

  /** The figure shows an error of `work` as one of its computation. */
  async #guarded(session: AnyPlayed, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (cause) {
      if (this.#session !== session) return // closed meanwhile
      this.#failure = cause
      this.#set(false)
      this.#host.recompute()
    }
  }
}

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)))
}

/** A figure that plays. */
interface Playing extends ReactiveControllerHost, HTMLElement {
  readonly playHost: PlayHost
}

const players = new WeakMap<HTMLElement, PlayController>()

/** The player of a figure, made when it is first wanted: what only registers elements does not load it. */
export function playerOf(element: HTMLElement): PlayController {
  const known = players.get(element)
  if (known) return known
  const playing = element as Playing
  const player = new PlayController(playing, playing.playHost)
  players.set(element, player)
  return player
}
