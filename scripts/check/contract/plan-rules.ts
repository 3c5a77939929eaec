import type { Finding } from '../finding.ts'

export interface PlacedScreen {
  /** The file that states it. */
  readonly file: string
  readonly path: string
  readonly planned?: boolean | undefined
}

/** A screen has a view or a plan, never both; and one address is stated once. */
export function planBreachesOf(screens: readonly PlacedScreen[], files: readonly string[]): Finding[] {
  const there = new Set(files)
  return screens.flatMap(({ file, path, planned }) => {
    const beside = (name: string) => there.has(file.replace(/[^/]+$/, name))
    const twin = screens.find((other) => other.path === path && other.file < file)
    const found = [
      planned && beside('view.tsx') && 'has a view: take `planned` and planned.ts out',
      planned && !beside('planned.ts') && 'is planned, but no planned.ts beside it says what for',
      !planned && beside('planned.ts') && 'is built: take planned.ts out',
      !planned && !beside('view.tsx') && 'has no view.tsx beside it',
      twin && `states ${path}, as ${twin.file} does`,
    ]
    return found.flatMap((text) => (text ? [{ path: file, text }] : []))
  })
}
