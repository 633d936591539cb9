const { load } = require('whereformer')

async function main() {
  const { use } = await import('./use.js')
  console.log(await use(await load()))
}

main()
