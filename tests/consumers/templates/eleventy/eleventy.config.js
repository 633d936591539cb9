export default (config) => {
  config.addPassthroughCopy({ 'node_modules/whereformer/dist': 'whereformer' })
  config.addPassthroughCopy('*.js')
}
