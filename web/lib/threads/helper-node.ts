// A helper in Node; its text is part of the entry.

import { parentPort, workerData } from 'node:worker_threads'
import { type HelperWork, help } from './helper.js'

help(workerData as HelperWork, () => parentPort?.postMessage('ready'))
