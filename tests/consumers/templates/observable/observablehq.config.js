export default {
  root: 'src',
  title: 'A consumer',
  head: '<link rel="icon" href="data:,">',
  globalStylesheets: [], // fonts of another server
}
