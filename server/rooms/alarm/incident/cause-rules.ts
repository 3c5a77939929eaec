/** A lasting alarm with the data for finding its cause. */
export interface CauseAlarm {
  id: number
  device_id: number
  type: string
  /** The line; empty: the path between device and platform. */
  key: string
}

/**
 * The problems of a path, the most severe first: an alarm is explained by a more severe one on the same line, or by one
 * that is at least as severe on a device through which it is reached. A full line explains its loss and its delay, and
 * is explained by nothing.
 */
const ranks: Readonly<Record<string, number>> = {
  dev_wan_disconnect: 1,
  dev_wan_full: 2,
  dev_net_pkg_loss: 3,
  dev_net_delay: 4,
}

export const linkTypes: readonly string[] = Object.keys(ranks)

const rankOf = ({ type }: CauseAlarm): number => ranks[type] ?? Number.POSITIVE_INFINITY

/**
 * The parent of each alarm: the one furthest upstream on its path, of those the most severe, of those the oldest. A
 * parent has no parent itself. `above`: the devices through which a device is reached, the nearest first.
 */
export function underCauses(
  all: readonly CauseAlarm[],
  above: (device_id: number) => readonly number[],
): { id: number; parent_id: number }[] {
  const byDevice = Map.groupBy(all, ({ device_id }) => device_id)
  const causes = new Map<number, number>()
  for (const link of all) {
    const cause = causeOf(link, byDevice, above(link.device_id))
    if (cause) causes.set(link.id, cause.id)
  }
  const rootOf = (id: number): number => {
    const seen = new Set<number>()
    let at = id
    for (let next = causes.get(at); next !== undefined && !seen.has(at); next = causes.get(at)) {
      seen.add(at)
      at = next
    }
    return at
  }
  return [...causes.keys()].flatMap((id) => {
    const parent_id = rootOf(id)
    return parent_id === id ? [] : [{ id, parent_id }]
  })
}

function causeOf(
  link: CauseAlarm,
  byDevice: ReadonlyMap<number, readonly CauseAlarm[]>,
  above: readonly number[],
): CauseAlarm | undefined {
  if (link.type === 'dev_wan_full') return undefined
  for (const device of above.toReversed()) {
    const there = (byDevice.get(device) ?? []).filter((one) => rankOf(one) <= rankOf(link))
    if (there.length > 0) return gravest(there)
  }
  const here = byDevice.get(link.device_id) ?? []
  return gravest(here.filter((one) => rankOf(one) < rankOf(link) && (link.key === '' || one.key === link.key)))
}

const gravest = (list: readonly CauseAlarm[]): CauseAlarm | undefined =>
  list.toSorted((a, b) => rankOf(a) - rankOf(b) || a.id - b.id)[0]
