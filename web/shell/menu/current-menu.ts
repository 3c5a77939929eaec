import type { Place } from './menu-tree.ts'

let menu: readonly Place[] = []

/** The menus of the signed-in user. */
export function currentMenu(): readonly Place[] {
  return menu
}

export function setMenu(places: readonly Place[]): void {
  menu = places
}
