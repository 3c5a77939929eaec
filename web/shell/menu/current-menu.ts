import type { MenuPlace } from './menu-tree.ts'

let menu: readonly MenuPlace[] = []

/** The menus of the signed-in user. */
export function currentMenu(): readonly MenuPlace[] {
  return menu
}

export function setMenu(places: readonly MenuPlace[]): void {
  menu = places
}
