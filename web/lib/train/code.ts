// The code for training, in one file that comes with the first trainer.

export { default as glue } from 'whereformer-core-train'
export { Training } from './training.js'
