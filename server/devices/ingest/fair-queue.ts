import type { DeviceReport } from '../device-link.ts'

/** Reports that wait to be written. */
export interface ReportQueue {
  readonly size: number
  /** How many of them may be written now. */
  readonly ready: number
  /** False: the device reports too often; this report was joined with its latest one. */
  push(report: DeviceReport): boolean
  /** At most `most` reports to write now. Those of one device are ordered, oldest first. */
  take(most: number): DeviceReport[]
  /** Returns reports that could not be written. */
  putBack(reports: readonly DeviceReport[]): void
  /** ms until a held back report may be written; undefined: none. */
  readonly heldFor: number | undefined
  /** Releases all reports: the process stops. */
  release(): void
  /** Running numbers: reports joined with a later one of their device, and reports lost because the queue was full. */
  readonly counts: { joined: number; dropped: number }
}

export interface FairQueueOptions {
  /** Team of a scene. A scene never changes its team. */
  teamOf(scene_id: number): number
  /** ms, monotonic. */
  now?: () => number
}

/** ms from one report of a device to the next, sustained; and how many it may send at once after a quiet time. */
export const REPORT_EVERY = 5000
export const REPORT_BURST = 120
/** Reports of one device that wait; a further one is joined with the latest. */
const MOST_OF_DEVICE = 32
/** Reports that wait in all: a minute of 20,000 devices at 60 s. Beyond it the team with the most waiting gives one up. */
const MOST = 20_000
/** Devices whose allowance is remembered before those with a full one are forgotten. */
const REMEMBERED = 50_000

interface DeviceQueue {
  readonly device_id: number
  team: number
  waiting: DeviceReport[]
  /** The time of the next report at the sustained rate; ahead of now by the used part of the burst. */
  nextAt: number
  /** Its reports are held back until this time; 0: not. */
  heldUntil: number
}

interface TeamQueue {
  /** Devices with reports to write, in the order of their turns. */
  readonly turns: Set<DeviceQueue>
  /** Reports that wait, those held back among them. */
  size: number
}

/**
 * Round robin over teams, and over the devices of a team: a flooding tenant only delays itself. A device that reports too often has one
 * waiting report, which is joined with further ones until its time. When the queue is full, the team with the most waiting reports loses
 * one.
 */
export function fairQueue({ teamOf, now = () => performance.now() }: FairQueueOptions): ReportQueue {
  const devices = new Map<number, DeviceQueue>()
  const teams = new Map<number, TeamQueue>()
  /** Teams with a device that has a turn. */
  const turns = new Set<TeamQueue>()
  const held = new Set<DeviceQueue>()
  const counts = { joined: 0, dropped: 0 }
  let size = 0

  const deviceOf = ({ device_id, scene_id }: DeviceReport): DeviceQueue => {
    const team = teamOf(scene_id)
    const known = devices.get(device_id)
    if (!known) {
      if (devices.size >= REMEMBERED) forgetQuiet()
      const made: DeviceQueue = { device_id, team, waiting: [], nextAt: 0, heldUntil: 0 }
      devices.set(device_id, made)
      return made
    }
    if (known.team !== team) moveTo(known, team)
    return known
  }

  const forgetQuiet = () => {
    const at = now()
    for (const one of devices.values()) if (one.waiting.length === 0 && one.nextAt <= at) devices.delete(one.device_id)
  }

  const teamQueue = (team: number): TeamQueue => {
    const known = teams.get(team)
    if (known) return known
    const made: TeamQueue = { turns: new Set(), size: 0 }
    teams.set(team, made)
    return made
  }

  /** It was claimed, or its team has become known. */
  const moveTo = (device: DeviceQueue, team: number) => {
    const from = teams.get(device.team)
    const before = device.team
    device.team = team
    if (!from || device.waiting.length === 0) return
    from.size -= device.waiting.length
    const had = from.turns.delete(device)
    if (from.turns.size === 0) turns.delete(from)
    if (from.size === 0) teams.delete(before)
    const to = teamQueue(team)
    to.size += device.waiting.length
    if (had) giveTurn(device, to)
  }

  const giveTurn = (device: DeviceQueue, team: TeamQueue) => {
    team.turns.add(device)
    turns.add(team)
  }

  const join = (device: DeviceQueue, report: DeviceReport) => {
    const last = device.waiting.length - 1
    device.waiting[last] = joined(device.waiting[last] as DeviceReport, report)
    counts.joined++
  }

  /** All reports of this team are held back. */
  const heldOf = (team: TeamQueue | undefined): DeviceQueue | undefined => {
    for (const device of held) if (teams.get(device.team) === team) return device
    return undefined
  }

  /** The team with the most waiting: two reports of one device become one, or its oldest is lost. */
  const giveUpOne = () => {
    let most: TeamQueue | undefined
    for (const one of teams.values()) if (!most || one.size > most.size) most = one
    const device = most?.turns.values().next().value ?? heldOf(most)
    const [first, second] = device?.waiting ?? []
    if (!device || !first) return
    if (second) {
      device.waiting.splice(0, 2, joined(first, second))
      counts.joined++
    } else {
      device.waiting.pop()
      counts.dropped++
    }
    shrink(device)
  }

  /** One report less of this device. */
  const shrink = (device: DeviceQueue) => {
    const team = teams.get(device.team) as TeamQueue
    size--
    team.size--
    if (device.waiting.length > 0) return
    held.delete(device)
    team.turns.delete(device)
    if (team.turns.size === 0) turns.delete(team)
    if (team.size === 0) teams.delete(device.team)
  }

  const freeHeld = (at: number) => {
    for (const device of held) {
      if (device.heldUntil > at) continue
      held.delete(device)
      device.heldUntil = 0
      giveTurn(device, teamQueue(device.team))
    }
  }

  return {
    counts,
    get size() {
      return size
    },
    get ready() {
      return size - held.size
    },
    get heldFor() {
      let first: number | undefined
      for (const { heldUntil } of held) first = Math.min(first ?? heldUntil, heldUntil)
      return first === undefined ? undefined : Math.max(0, first - now())
    },
    push(report) {
      const device = deviceOf(report)
      const at = now()
      const free = device.nextAt - at <= (REPORT_BURST - 1) * REPORT_EVERY
      if (device.waiting.length > 0 && (!free || device.waiting.length >= MOST_OF_DEVICE)) {
        join(device, report)
        return free
      }
      if (size >= MOST) giveUpOne()
      const before = device.nextAt
      device.nextAt = Math.max(before, at) + REPORT_EVERY
      const team = teamQueue(device.team)
      device.waiting.push(report)
      team.size++
      size++
      if (free) {
        held.delete(device)
        giveTurn(device, team)
      } else {
        device.heldUntil = before - (REPORT_BURST - 1) * REPORT_EVERY
        held.add(device)
      }
      return free
    },
    take(most) {
      freeHeld(now())
      const taken: DeviceReport[] = []
      while (taken.length < most) {
        const team = turns.values().next().value
        const device = team?.turns.values().next().value
        if (!team || !device) break
        // after all others of its kind
        team.turns.delete(device)
        turns.delete(team)
        taken.push(device.waiting.shift() as DeviceReport)
        shrink(device)
        if (device.waiting.length > 0) team.turns.add(device)
        if (team.turns.size > 0) turns.add(team)
      }
      return taken
    },
    putBack(reports) {
      for (const report of reports.toReversed()) {
        const device = deviceOf(report)
        if (size >= MOST) giveUpOne()
        const team = teamQueue(device.team)
        device.waiting.unshift(report)
        team.size++
        size++
        held.delete(device)
        giveTurn(device, team)
      }
    },
    release() {
      freeHeld(Number.POSITIVE_INFINITY)
    },
  }
}

/** Facts are the present state and counters are cumulative, so the later report replaces what both contain. */
function joined(earlier: DeviceReport, later: DeviceReport): DeviceReport {
  const { device_id, scene_id, at, session } = later
  const facts = { ...earlier.facts, ...later.facts }
  const { since } = earlier.facts
  if (since && !later.facts.since) facts.since = { ...since, seconds: since.seconds + at - earlier.at }
  return { device_id, scene_id, at, ...(session !== undefined && { session }), facts }
}
