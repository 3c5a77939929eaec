import type { groupColor } from '@belvedere/contract/rooms/scene/enums.ts'

/** Common fields of groups of all kinds. */
export interface GroupLike {
  id: number
  name: string
  color: (typeof groupColor.values)[number]['id']
  note?: string
}

/** The overlay that is open above a page of groups; `More`: additional overlays of one page. */
export type OpenGroup<Group, More extends string = never> =
  | { what: 'edit'; group?: Group }
  | { what: 'members' | More; group: Group }
