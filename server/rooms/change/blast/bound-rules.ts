import type { Blast } from '@belvedere/contract/rooms/change/shapes.ts'

/** The number of other, released or unnamed devices above which a call requires a typed confirmation. */
export const MOST_UNASKED = 10

/**
 * Whether an action requires a typed confirmation: it interrupts the user's own connection; a whole scene loses its
 * lines, including devices that were not named; more than ten devices that were not named lose their connection or are
 * affected; or more than ten online devices are released at once.
 */
export function isAboveBound(blast: Blast): boolean {
  const { own_path, scene_cnt, device_cnt, unnamed_cnt, unmanaged_cnt } = blast
  if (own_path === 'yes') return true
  // the only device of a scene interrupts nothing else in it
  if (scene_cnt > 0 && (device_cnt > 0 || unnamed_cnt > scene_cnt)) return true
  return [device_cnt, unnamed_cnt, unmanaged_cnt].some((cnt) => cnt > MOST_UNASKED)
}
