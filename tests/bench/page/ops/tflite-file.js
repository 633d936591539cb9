// The container of a TensorFlow Lite model: tensors, constants and operators into the flatbuffer of its schema (version 3).
// Numbers of fields, operators and options are those of tensorflow/compiler/mlir/lite/schema/schema.fbs.

import { Builder } from 'flatbuffers'

/**
 * @typedef {{shape: number[], type: 0 | 2, buffer: number}} FileTensor type 0 = float32, 2 = int32; buffer 0 = none
 * @typedef {{code: number, inputs: number[], outputs: number[], optionsType: number, options: ['int8' | 'int32' | 'float32', number][]}} FileOperator
 * @param {{tensors: FileTensor[], operators: FileOperator[], buffers: Uint8Array[], inputs: number[], outputs: number[]}} graph
 */
export function tfliteFile({ tensors, operators, buffers, inputs, outputs }) {
  const b = new Builder(1024 + buffers.reduce((sum, bytes) => sum + bytes.length + 64, 0))
  const codes = [...new Set(operators.map(({ code }) => code))]
  const parts = {
    codes: tables(
      b,
      codes.map((code) => () => operatorCode(b, code)),
    ),
    graphs: tables(b, [() => subgraph(b, { tensors, operators, codes, inputs, outputs })]),
    buffers: tables(
      b,
      [new Uint8Array(), ...buffers].map((bytes) => () => bufferTable(b, bytes)),
    ),
  }
  b.startObject(5)
  b.addFieldInt32(0, 3, 0)
  b.addFieldOffset(1, parts.codes, 0)
  b.addFieldOffset(2, parts.graphs, 0)
  b.addFieldOffset(4, parts.buffers, 0)
  b.finish(b.endObject(), 'TFL3')
  return b.asUint8Array()
}

function operatorCode(b, code) {
  b.startObject(4)
  b.addFieldInt8(0, Math.min(code, 127), 0)
  b.addFieldInt32(2, versionOf(code), 1)
  b.addFieldInt32(3, code, 0)
  return b.endObject()
}

/** FULLY_CONNECTED keeps the number of axes from version 5 on, BATCH_MATMUL and SLICE have all that is used in theirs. */
function versionOf(code) {
  return { 9: 5 }[code] ?? 1
}

function subgraph(b, { tensors, operators, codes, inputs, outputs }) {
  const parts = {
    tensors: tables(
      b,
      tensors.map((tensor) => () => tensorTable(b, tensor)),
    ),
    inputs: integers(b, inputs),
    outputs: integers(b, outputs),
    operators: tables(
      b,
      operators.map((operator) => () => operatorTable(b, operator, codes)),
    ),
  }
  b.startObject(5)
  b.addFieldOffset(0, parts.tensors, 0)
  b.addFieldOffset(1, parts.inputs, 0)
  b.addFieldOffset(2, parts.outputs, 0)
  b.addFieldOffset(3, parts.operators, 0)
  return b.endObject()
}

function tensorTable(b, { shape, type, buffer, name }) {
  const parts = { shape: integers(b, shape), name: b.createString(name) }
  b.startObject(9)
  b.addFieldOffset(0, parts.shape, 0)
  b.addFieldInt8(1, type, 0)
  b.addFieldInt32(2, buffer, 0)
  b.addFieldOffset(3, parts.name, 0)
  b.addFieldInt8(8, 1, 0)
  return b.endObject()
}

function operatorTable(b, { code, inputs, outputs, optionsType, options }, codes) {
  const parts = {
    inputs: integers(b, inputs),
    outputs: integers(b, outputs),
    options: optionsTable(b, options),
  }
  b.startObject(5)
  b.addFieldInt32(0, codes.indexOf(code), 0)
  b.addFieldOffset(1, parts.inputs, 0)
  b.addFieldOffset(2, parts.outputs, 0)
  b.addFieldInt8(3, optionsType, 0)
  b.addFieldOffset(4, parts.options, 0)
  return b.endObject()
}

function optionsTable(b, options) {
  b.startObject(options.length)
  options.forEach(([type, value], field) => {
    if (type === 'int8') b.addFieldInt8(field, value, 0)
    if (type === 'int32') b.addFieldInt32(field, value, 0)
    if (type === 'float32') b.addFieldFloat32(field, value, 0)
  })
  return b.endObject()
}

function bufferTable(b, bytes) {
  let data = 0
  if (bytes.length > 0) {
    b.startVector(1, bytes.length, 16)
    b.space -= bytes.length
    b.bb.bytes().set(bytes, b.space)
    data = b.endVector()
  }
  b.startObject(1)
  if (data !== 0) b.addFieldOffset(0, data, 0)
  return b.endObject()
}

/** Tables are written before the vector that points to them. */
function tables(b, writers) {
  const offsets = writers.map((write) => write())
  b.startVector(4, offsets.length, 4)
  for (const offset of offsets.reverse()) b.addOffset(offset)
  return b.endVector()
}

function integers(b, values) {
  b.startVector(4, values.length, 4)
  for (const value of [...values].reverse()) b.addInt32(value)
  return b.endVector()
}
