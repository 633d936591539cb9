// Replaces functions of crossings.js where the memory is shared: encoders of some browsers refuse it.

addToLibrary({
  field_text__deps: ['$fieldOf'],
  field_text: (object, name, to, room) => {
    const text = new Uint8Array(room) // ends with zeros
    new TextEncoder().encodeInto(fieldOf(object, name) ?? '', text.subarray(0, room - 1))
    HEAPU8.set(text, to)
  },
})
