import { render } from 'solid-js/web'
import './page.js'

const App = () => (
  <>
    <wf-encoding encoding="rope"></wf-encoding>
    <wf-rotation></wf-rotation>
  </>
)

render(() => <App />, document.getElementById('app'))
