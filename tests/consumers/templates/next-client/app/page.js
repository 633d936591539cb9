import { Figures } from './figures.js'

export default function Page() {
  return <Figures />
}
