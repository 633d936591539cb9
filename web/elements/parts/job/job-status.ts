// Progress of a job, with buttons to stop and to resume.

import { html } from 'lit'
import type { Bilingual, Language } from '../../../content/bilingual.js'
import type { JobController } from './job-controller.js'

const words: Bilingual<{
  stop: string
  goOn: string
  working: (done: number, total: number) => string
  stopped: (done: number, total: number) => string
  done: (total: number) => string
}> = {
  en: {
    stop: 'Stop',
    goOn: 'Continue',
    working: (done, total) => `${done} of ${total} computed.`,
    stopped: (done, total) => `Stopped at ${done} of ${total}.`,
    done: (total) => `All ${total} computed.`,
  },
  zh: {
    stop: '停止',
    goOn: '继续',
    working: (done, total) => `已算出 ${done} 项，共 ${total} 项。`,
    stopped: (done, total) => `停在第 ${done} 项，共 ${total} 项。`,
    done: (total) => `全部 ${total} 项都已在这个浏览器里算出。`,
  },
}

export interface JobStatus {
  job: JobController
  language: Language
  done: number
  total: number
  goOn: () => void
}

export function jobStatus({ job, language, done, total, goOn }: JobStatus) {
  const { stop, goOn: goOnWord, ...say } = words[language]
  const finished = done >= total
  const sentence = finished ? say.done(total) : (job.isRunning ? say.working : say.stopped)(done, total)
  const button = job.isRunning
    ? html`<button type="button" class="stop" @click=${() => job.stop()}>${stop}</button>`
    : html`<button type="button" class="go-on" @click=${goOn}>${goOnWord}</button>`
  return html`<p class="job quiet"><span>${sentence}</span> ${finished ? '' : button}</p>`
}
