import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PublicScreen, ScreenSpec } from '../../../web/kit/routing/define-screen.ts'
import { type Inventory, servedByShell } from './inventory.ts'
import { table } from './print-table.ts'
import { listFiles, root } from '../source.ts'

export type FoundScreen = Partial<ScreenSpec> & PublicScreen & { readonly file: string }

/** The screens that the console's `screen.ts` and `public-screen.ts` files state. */
export async function findScreens(): Promise<FoundScreen[]> {
  const files = listFiles('web/rooms').filter((path) => /(^|[/-])screen\.ts$/.test(path))
  const isScreen = (value: unknown): value is PublicScreen =>
    typeof value === 'object' && value !== null && 'path' in value && 'title' in value
  const stated = files.map(async (file) => {
    const module = (await import(pathToFileURL(join(root, file)).href)) as object
    return (Object.values(module) as unknown[]).filter(isScreen).map((screen) => ({ ...screen, file }))
  })
  return (await Promise.all(stated)).flat()
}

/** `/a/$name` and `/a/:name` are the same address, and so is `/a` with an optional parameter after it. */
export const sameAddress = (path: string) =>
  path
    .replace(/\/\{-\$\w+\}$/, '')
    .replace(/[:$][A-Za-z]+/g, ':')
    .toLowerCase()

/** Every built screen, and the addresses of the specification without one. */
export function printScreens(screens: readonly FoundScreen[], { routes }: Inventory): string {
  const built = screens.filter(({ planned }) => !planned)
  const plans = new Map(screens.filter(({ planned }) => planned).map((screen) => [sameAddress(screen.path), screen]))
  const here = new Set(built.map(({ path }) => sameAddress(path)))
  const rows = [...built]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, title, permission, sceneBound, allScenes, hidden }) => [
      `\`${path}\``,
      title.zh,
      title.en,
      (permission ?? []).join(' '),
      [sceneBound && 'scene', allScenes && 'all scenes', hidden && 'hidden'].filter(Boolean).join(', '),
    ])
  const planned = routes
    .filter(({ path }) => !servedByShell.test(path) && !here.has(sameAddress(path)))
    .map(({ path }) => [
      `\`${path}\``,
      plans.get(sameAddress(path))?.title.zh ?? '',
      plans.get(sameAddress(path))?.title.en ?? '',
    ])
  return [
    '# Screens',
    '',
    table(['address', '中文', 'English', 'permission', 'kind'], rows),
    '',
    '## Planned',
    '',
    table(['address', '中文', 'English'], planned),
    '',
  ].join('\n')
}
