import './ahead.ts'
import './styles/main.css'
import { createRoot } from 'react-dom/client'
import { quietFiles } from './kit/loading/quiet-files.ts'
import { session } from './kit/session/session.ts'
import { loadSpareGlyphs } from './kit/loading/spare-glyphs.ts'
import { App } from './shell/app.tsx'
import { loadShell } from './shell/load-shell.ts'

// A signed-in user needs the shell in any case: load it while the router starts.
if (session().token) void loadShell()
// After sign-in the shell is needed next; if this load fails, it is repeated then.
else if (location.pathname.startsWith('/login'))
  void quietFiles()
    .then(() => import('./shell/open-shell.tsx'))
    .catch(() => {})

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)

void loadSpareGlyphs(() => import('./styles/fonts.css')).catch(() => {})
