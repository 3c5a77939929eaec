import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { deviceLogCalls } from '@belvedere/contract/rooms/log/device.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import { devicesNamed, filterOf, lookedFrom, pageOfLines, type Scope, scenesOf, timeOf } from './store.ts'

/** Maximum number of matching lines that are listed and counted. */
const MOST_LISTED = 10_000
/** Maximum number of lines searched for a text or a type: an index of their words would cost more than storing them. */
const MOST_LOOKED = 200_000
/** Minimum for each scene, for any number of scenes. */
const LEAST = 50

/**
 * The newest lines of the scope, searched in the order of an index: the cost does not depend on the size of the log,
 * and the answer states how far back the search went.
 */
export async function listLines(ctx: QueryContext, input: In<typeof deviceLogCalls.list>) {
  const { page = 1, limit = 10, orderby, device_id, scene_id = 0 } = input
  const device = input.device?.trim()
  const devices = device_id ? [device_id] : device ? await devicesNamed(ctx, device, scene_id) : []
  const ids = devices.length ? devices : await scenesOf(ctx, scene_id)
  const scope: Scope = { column: devices.length ? 'device_id' : 'scene_id', ids }
  const source = devices.length ? undefined : device
  const filtered = input.types ?? input.severity ?? (source || input.search?.trim() || undefined)
  const all = filtered !== undefined ? MOST_LOOKED : MOST_LISTED + 1
  const most = Math.max(LEAST, Math.ceil(all / Math.max(1, ids.length)))
  const wanted = { scope, most, filter: filterOf(input, source), time: timeOf(input, devices.length ? scene_id : 0) }
  const paged = { hits: MOST_LISTED + 1, limit, offset: (page - 1) * limit, oldest: orderby === 'at asc' }
  const [{ total, list }, looked_from] = await Promise.all([pageOfLines(ctx, wanted, paged), lookedFrom(ctx, wanted)])
  return {
    total: Math.min(total, MOST_LISTED),
    list,
    capped: flag(total > MOST_LISTED),
    looked_from,
  }
}

const flag = (is: boolean): 0 | 1 => (is ? 1 : 0)
