import { asideAreas } from '../../../web/shell/menu/areas.ts'
import type { Finding } from '../finding.ts'
import { servedByShell, type StatedRoute } from '../print/inventory.ts'
import { type FoundScreen, sameAddress } from '../print/print-screens.ts'

/** Every address of the specification has a screen, planned or built, with the properties that the specification states. */
export function routeBreachesOf(routes: readonly StatedRoute[], screens: readonly FoundScreen[]): Finding[] {
  const found = new Map(screens.map((screen) => [sameAddress(screen.path), screen]))
  return routes.flatMap((route) => {
    if (servedByShell.test(route.path)) return []
    const screen = found.get(sameAddress(route.path))
    if (!screen) return [{ path: 'web/rooms', text: `no screen has the address ${route.path}` }]
    const wrong = wrongIn(route, screen)
    return wrong.map((text) => ({ path: screen.file, text: `${route.path}: ${text}` }))
  })
}

function wrongIn({ path, kind, scene, note }: StatedRoute, screen: FoundScreen): string[] {
  const isPublic = screen.file.endsWith('public-screen.ts')
  const wanted: readonly [string, boolean, boolean][] = [
    ['reachable without sign-in', kind === 'public', isPublic],
    ['bound to a scene', scene.startsWith('bound'), screen.sceneBound === true],
    ['for all scenes', scene.includes('all scenes'), screen.allScenes === true],
    ['full-screen', kind === 'full-screen', screen.full === true],
    ['hidden from menus', kind === 'shell, hidden' || kind === 'full-screen', screen.hidden === true],
    ['outside the main menu', kind.endsWith('from main menu'), asideAreas.some((area) => path.startsWith(`${area}/`))],
    ['badged new', note.includes('badged new'), screen.badge === 'new'],
  ]
  return wanted.flatMap(([what, should, is]) => (should === is ? [] : [`is ${is ? '' : 'not '}${what}`]))
}
