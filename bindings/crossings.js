// The crossings between C++ and JavaScript, as an Emscripten library (declared in crossings.hpp). An object crosses as Embind's
// handle of it, a name as the address of a static string.

addToLibrary({
  $texts: 'new Map()',
  // Static strings stay where they are, so that each is decoded once.
  $textAt__deps: ['$texts', '$UTF8ToString'],
  $textAt: (address) => {
    const known = texts.get(address)
    if (known !== undefined) return known
    const text = UTF8ToString(address)
    texts.set(address, text)
    return text
  },

  $fieldOf__deps: ['$Emval', '$textAt'],
  $fieldOf: (object, name) => Emval.toValue(object)[textAt(name)],

  // a field as a number: undefined becomes NaN where it crosses, true 1
  field_number__deps: ['$fieldOf'],
  field_number: (object, name) => fieldOf(object, name),

  field_value__deps: ['$Emval', '$fieldOf'],
  field_value: (object, name) => Emval.toHandle(fieldOf(object, name)),

  item_value__deps: ['$Emval'],
  item_value: (list, index) => Emval.toHandle(Emval.toValue(list)[index]),

  field_text__deps: ['$fieldOf'],
  field_text: (object, name, to, room) => {
    const text = fieldOf(object, name) ?? ''
    const length = Math.min(text.length, room - 1)
    for (let i = 0; i < length; i++) HEAPU8[to + i] = Math.min(text.charCodeAt(i), 255) // no name has 255
    HEAPU8[to + length] = 0
  },

  field_length__deps: ['$fieldOf'],
  field_length: (object, name) => fieldOf(object, name)?.length,

  // Arrays on the WebAssembly heap are replaced by their address: memory growth detaches views.
  pin_fields__deps: ['$Emval'],
  pin_fields: (object) => {
    const fields = Emval.toValue(object)
    for (const name in fields) {
      const array = fields[name]
      if (typeof array !== 'object' || array.buffer !== HEAPU8.buffer) continue
      const { byteOffset, byteLength, length } = array
      fields[name] = { byteOffset, byteLength, length }
    }
  },

  // address of a pinned array; 0 = not on the WebAssembly heap
  field_address__deps: ['$fieldOf'],
  field_address: (object, name) => {
    const { buffer, byteOffset } = fieldOf(object, name)
    return buffer ? 0 : byteOffset
  },

  field_bytes__deps: ['$fieldOf'],
  field_bytes: (object, name, to) => {
    const array = fieldOf(object, name)
    if (array instanceof Float32Array) return HEAPF32.set(array, to >> 2) // without a view of it: small arrays are copied faster
    const { buffer = HEAPU8.buffer, byteOffset, byteLength } = array
    HEAPU8.set(new Uint8Array(buffer, byteOffset, byteLength), to)
  },

  field_doubles__deps: ['$fieldOf'],
  field_doubles: (object, name, to) => HEAPF64.set(fieldOf(object, name), to >> 3),

  result_number__deps: ['$Emval', '$textAt'],
  result_number: (result, name, value) => {
    Emval.toValue(result)[textAt(name)] = value
  },

  result_text__deps: ['$Emval', '$textAt'],
  result_text: (result, name, text) => {
    Emval.toValue(result)[textAt(name)] = textAt(text)
  },

  result_word__deps: ['$Emval', '$textAt', '$UTF8ToString'],
  result_word: (result, name, word) => {
    Emval.toValue(result)[textAt(name)] = UTF8ToString(word)
  },

  result_value__deps: ['$Emval', '$textAt'],
  result_value: (result, name, value) => {
    Emval.toValue(result)[textAt(name)] = Emval.toValue(value)
  },

  // a result as a view of the heap: memory growth detaches it
  result_view__deps: ['$Emval', '$textAt'],
  result_view: (result, name, from, count) => {
    Emval.toValue(result)[textAt(name)] = HEAPF32.subarray(from >> 2, (from >> 2) + count)
  },

  // copies floats into request[out] when it has exactly this length, else into a fresh array. An empty result is always fresh: an absent out
  // is one shared empty array
  result_floats__deps: ['$Emval', '$fieldOf', '$textAt'],
  result_floats: (result, name, from, count, request, out) => {
    const values = HEAPF32.subarray(from >> 2, (from >> 2) + count)
    const room = out ? fieldOf(request, out) : undefined
    const fits = count && room?.length === count
    if (fits) room.set(values)
    Emval.toValue(result)[textAt(name)] = fits ? room : values.slice()
  },
})
