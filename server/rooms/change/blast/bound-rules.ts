import type { Blast } from '@belvedere/contract/rooms/change/shapes.ts'

/** Other devices, released ones, or those nobody named, above which a call asks for a typed confirmation. */
export const MOST_UNASKED = 10

/**
 * Whether something is done only with a typed confirmation: it breaks the reader's own connection; a whole scene loses its lines,
 * with devices in it that were not named; more than ten devices that were not named lose their connection, or have it done to
 * them; or more than ten online devices are released at once.
 */
export function isAboveBound(blast: Blast): boolean {
  const { own_path, scene_cnt, device_cnt, unnamed_cnt, unmanaged_cnt } = blast
  if (own_path === 'yes') return true
  // the one device of a scene takes nothing else of it away
  if (scene_cnt > 0 && (device_cnt > 0 || unnamed_cnt > scene_cnt)) return true
  return [device_cnt, unnamed_cnt, unmanaged_cnt].some((cnt) => cnt > MOST_UNASKED)
}
