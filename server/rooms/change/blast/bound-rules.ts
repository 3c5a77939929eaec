import type { Blast } from '@belvedere/contract/rooms/change/shapes.ts'

/** Other devices, or released ones, above which a call asks for a typed confirmation. */
export const MOST_UNASKED = 10

/**
 * Whether something is done only with a typed confirmation: it breaks the reader's own connection; a whole scene loses its lines,
 * with devices in it that were not named; more than ten devices that were not named lose their connection; or more than ten
 * online devices are released at once.
 */
export function isAboveBound(blast: Blast): boolean {
  const { own_path, scene_cnt, device_cnt, unmanaged_cnt } = blast
  return (
    own_path === 'yes' || (scene_cnt > 0 && device_cnt > 0) || device_cnt > MOST_UNASKED || unmanaged_cnt > MOST_UNASKED
  )
}
