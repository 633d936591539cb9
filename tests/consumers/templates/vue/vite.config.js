import vue from '@vitejs/plugin-vue'

const isCustomElement = (tag) => tag.startsWith('wf-')

export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] }
