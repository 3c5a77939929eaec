import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useGo } from '../../kit/routing/go.tsx'
import { lazyPart } from '../../kit/loading/lazy-part.ts'
import { currentMenu } from '../menu/current-menu.ts'
import { trailTo } from '../menu/menu-tree.ts'
import { useRecentPages } from './recent.ts'
import { closePalette, useOpenPalette } from './open-palette.ts'

const load = () => import('./palette.tsx')
const Palette = lazyPart(load, 'Palette')

/** Milliseconds after the first page until the palette is preloaded, so that it opens immediately. */
const idleAfter = 5_000

const isOnScenePage = (path: string) => trailTo(currentMenu(), path).at(-1)?.screen?.sceneBound === true

/** Mounts the palette, which is loaded on demand or when idle, and the overlays it opened on the page. */
export function PaletteHost({ path }: { path: string }) {
  const go = useGo()
  const { open, typed } = useOpenPalette()
  const [shown, setShown] = useState<{ node: ReactNode; turn: number }>()
  useRecentPages(path)
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), idleAfter)
    return () => clearTimeout(timer)
  }, [])
  const show = (node: ReactNode) => setShown((was) => ({ node, turn: (was?.turn ?? 0) + 1 }))
  return (
    <Suspense>
      {open && (
        <Palette
          onClose={closePalette}
          typed={typed}
          path={path}
          host={{ go, show, onScenePage: isOnScenePage(path) }}
        />
      )}
      {shown && <Suspense key={shown.turn}>{shown.node}</Suspense>}
    </Suspense>
  )
}
