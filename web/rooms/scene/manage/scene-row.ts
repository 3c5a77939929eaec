import type { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import type { RowOf } from '../../../kit/list/call-table.tsx'

export type ListedScene = RowOf<typeof sceneCalls.list>

/** Device pages, the most informative first. */
const kinds = ['router', 'soft', 'firewall', 'ap', 'switch', 'other'] as const

/** Target of opening a scene: the page of its first kind of device. */
export function entryOf({ device }: Pick<ListedScene, 'device'>): string {
  return `/config/device/${kinds.find((kind) => device[kind].total > 0) ?? 'router'}`
}

export function placeOf({ province, city, address }: Pick<ListedScene, 'province' | 'city' | 'address'>): string {
  // a municipality is a province as well
  return [...new Set([province, city])].filter(Boolean).join(' ') + (address ? ` ${address}` : '')
}
