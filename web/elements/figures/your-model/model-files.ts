// A report on the files of a model; loaded when there are files, since it brings the table of every family.

export { MOST_BYTES, modelReport } from '../../../lib/model/report.js'
export { checkpointIn } from './checkpoint.js'
