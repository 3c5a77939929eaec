import type { Finding } from '../finding.ts'

export interface PlacedScreen {
  /** The file that states the screen. */
  readonly file: string
  readonly path: string
  readonly planned?: boolean | undefined
}

/** A screen has either a view or a plan; and no two screens have the same address. */
export function planBreachesOf(screens: readonly PlacedScreen[], files: readonly string[]): Finding[] {
  const there = new Set(files)
  return screens.flatMap(({ file, path, planned }) => {
    const beside = (name: string) => there.has(file.replace(/[^/]+$/, name))
    const twin = screens.find((other) => other.path === path && other.file < file)
    const found = [
      planned && beside('view.tsx') && 'has a view: remove `planned` and planned.ts',
      planned && !beside('planned.ts') && 'is planned, but has no planned.ts beside it',
      !planned && beside('planned.ts') && 'is built: remove planned.ts',
      !planned && !beside('view.tsx') && 'has no view.tsx beside it',
      twin && `states ${path}, as ${twin.file} does`,
    ]
    return found.flatMap((text) => (text ? [{ path: file, text }] : []))
  })
}
