import { createRoot } from 'react-dom/client'
import './page.js'

const App = () => (
  <>
    <wf-encoding encoding="rope"></wf-encoding>
    <wf-rotation></wf-rotation>
  </>
)

createRoot(document.getElementById('app')).render(<App />)
