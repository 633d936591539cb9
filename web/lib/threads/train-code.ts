// What training with threads takes besides the code for training, in one file that comes with the first such trainer.

export { default as glue } from 'whereformer-core-train-threads'
