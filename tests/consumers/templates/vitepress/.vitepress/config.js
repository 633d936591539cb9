export default {
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('wf-') } } },
}
