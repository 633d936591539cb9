export default {
  entry: './page.js',
  output: { filename: 'page.js' },
  devServer: { static: '.' }, // index.html
}
