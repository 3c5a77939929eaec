import './ahead.ts'
import './styles/main.css'
import { createRoot } from 'react-dom/client'
import { session } from './kit/session.ts'
import { loadSpareGlyphs } from './kit/spare-glyphs.ts'
import { App } from './shell/app.tsx'
import { loadShell } from './shell/load-shell.ts'

// A signed-in user needs the shell anyway: fetch it while the router wakes up.
if (session().token) void loadShell()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)

void loadSpareGlyphs(() => import('./styles/fonts.css'))
