// A page that only says that it is there: what every page pays.

import { report } from './report.js'

report(Float32Array.of(1))
