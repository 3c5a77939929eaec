import type { groupColor } from '@belvedere/contract/rooms/scene/enums.ts'

/** What the groups of any kind have. */
export interface GroupLike {
  id: number
  name: string
  color: (typeof groupColor.values)[number]['id']
  note?: string
}

/** What a page of groups has open over its list; `More`: beyond what every such page has. */
export type OpenGroup<Group, More extends string = never> =
  | { what: 'edit'; group?: Group }
  | { what: 'members' | More; group: Group }
