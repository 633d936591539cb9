// The end of whereformer.mjs, which is inline.js and this: an anywidget that shows one element with a state.

export default {
  render({ model, el }) {
    const figure = document.createElement(model.get('element'))
    figure.lang = model.get('lang') ?? ''
    figure.state = model.get('state') ?? {}
    el.append(figure)
  },
}
