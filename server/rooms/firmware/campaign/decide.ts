import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type {
  campaignPhase,
  campaignState,
  upgradeReason,
  upgradeStep,
} from '@belvedere/contract/rooms/firmware/enums.ts'
import { runsVersion } from '@belvedere/pure/device/version-order.ts'
import { type PlacedUpgrade, ConcurrentOutages } from './placement.ts'

export type UpgradeStep = IdOf<typeof upgradeStep>
export type UpgradeReason = IdOf<typeof upgradeReason>

/** The current state of a device in a campaign. */
export interface RunDevice extends PlacedUpgrade {
  wave: number
  canary: boolean
  step: UpgradeStep
  model: string
  /** Versions to install one after the other, and how many of them are installed. */
  path: readonly string[]
  step_index: number
  /** Unix seconds of its current step, and its deadline. */
  since: number
  deadline: number | null
  /** 1: its driver died during the command, and may not have sent it; 2: it was sent once more for that. */
  tries: number
  online: boolean
  /** Since when it is online or offline. */
  up_since: number
  /** When its last message arrived. */
  heard_at: number
  firmware: string
  /** The current hour allows upgrades in its scene. */
  in_window: boolean
  /** Why it may not be commanded: it left its scene, or the author lost the right. */
  lost?: UpgradeReason | undefined
}

export interface CampaignOptions {
  most: number
  fail_percent: number
  halt_on_lost: 0 | 1
  backup: 0 | 1
  /** Minutes. */
  soak: number
  back: number
  start_at: number
}

export interface RunState {
  state: IdOf<typeof campaignState>
  phase: IdOf<typeof campaignPhase>
  reason: UpgradeReason | null
  wave: number
  waves: number
  /** Failures until this time were confirmed by a person, who resumed. */
  forgiven_at: number
}

/** The next state of one device. */
export interface DeviceMove {
  id: number
  step: UpgradeStep
  reason?: UpgradeReason
  step_index?: number
  tries?: number
  deadline?: number | null
  wave?: number
  canary?: boolean
}

export interface Decision {
  moves: DeviceMove[]
  /** Devices to begin with now; they are also in `moves`. */
  begin: number[]
  to: RunState & { ended: boolean }
}

const active = (step: UpgradeStep) => step === 'backup' || step === 'told' || step === 'restarting'
const bad = (step: UpgradeStep) => step === 'failed' || step === 'lost'

/**
 * Seconds for which a device may be back with the old version before that counts as the end: some lose their link
 * before they restart.
 */
const GRACE = 120

/** Seconds until a device of a dead gateway counts as offline, with a margin. */
const DOUBT = 120

/**
 * Computes the next step of a campaign from its current state: pure, so that a restarted driver continues from the
 * rows. `held`: devices whose command this driver is waiting for.
 */
export function decide(
  run: RunState,
  options: CampaignOptions,
  devices: readonly RunDevice[],
  held: ReadonlySet<number>,
  now: number,
): Decision {
  const followed = devices.map((one) => ({ one, move: follow(one, options, held, now) }))
  const moves = new Map<number, DeviceMove>(
    followed.flatMap(({ one, move }) => (move ? [[one.id, move] as const] : [])),
  )
  const present = followed.map(({ one, move }) => (move ? applied(one, move, now) : one))
  const to = { ...run, ended: false }
  if (run.state === 'stopped') {
    for (const one of present) {
      if (one.step === 'waiting')
        moves.set(one.id, { ...moves.get(one.id), id: one.id, step: 'cancelled', reason: 'stopped' })
    }
    to.ended = !present.some(({ step }) => active(step))
    to.phase = to.ended ? 'ended' : 'wave'
    return { moves: [...moves.values()], begin: [], to }
  }
  if (run.state === 'running') {
    const trouble = gate(present, options, run.forgiven_at)
    if (trouble) Object.assign(to, { state: 'paused', reason: trouble })
  }
  if (!present.some(({ step }) => step === 'waiting' || active(step))) {
    // the last ones may be canaries that are still watched; nothing depends on them any more
    return { moves: [...moves.values()], begin: [], to: { ...to, state: 'done', phase: 'ended', ended: true } }
  }
  if (to.state !== 'running') return { moves: [...moves.values()], begin: [], to }
  const begin = advance(to, options, present, moves, now)
  return { moves: [...moves.values()], begin, to }
}

const applied = (one: RunDevice, move: DeviceMove, now: number): RunDevice => ({
  ...one,
  step: move.step,
  since: now,
  step_index: move.step_index ?? one.step_index,
  wave: move.wave ?? one.wave,
  canary: move.canary ?? one.canary,
})

/** The result of a single device. */
function follow(
  one: RunDevice,
  { back }: CampaignOptions,
  held: ReadonlySet<number>,
  now: number,
): DeviceMove | undefined {
  const { id, step } = one
  if (one.lost && (active(step) || step === 'waiting')) return { id, step: 'cancelled', reason: one.lost }
  if (!active(step)) return undefined
  if (step === 'backup') return held.has(id) ? undefined : { id, step: 'waiting' }
  if (one.online && runsVersion(one.firmware, one.path[one.step_index] ?? '')) return arrived(one)
  // the process that waited for its answer died: the running version is the answer
  if (step === 'told')
    return held.has(id)
      ? undefined
      : { id, step: 'restarting', deadline: now + back * 60, tries: Math.max(1, one.tries) }
  const late = one.deadline !== null && now >= one.deadline + (one.online && !isThere(one) ? DOUBT : 0)
  const stubborn = one.online && one.up_since > one.since && now - one.up_since >= GRACE
  if (late && one.online && one.tries === 1 && one.up_since <= one.since) return { id, step: 'waiting', tries: 2 }
  if (one.online && (late || stubborn)) return { id, step: 'failed', reason: 'old_version' }
  return late ? { id, step: 'lost', reason: 'not_back' } : undefined
}

/**
 * It is online and sent a message since its current step began. While a gateway is down its devices still count as
 * online, including those that went offline before; that is resolved soon.
 */
const isThere = ({ online, heard_at, since }: RunDevice) => online && heard_at > since

function arrived({ id, step_index, path }: RunDevice): DeviceMove {
  return step_index + 1 < path.length ? { id, step: 'waiting', step_index: step_index + 1 } : { id, step: 'done' }
}

/** Why the campaign must stop, from the results since a person last confirmed. */
function gate(devices: readonly RunDevice[], options: CampaignOptions, forgiven_at: number): UpgradeReason | undefined {
  const fresh = devices.filter(({ since }) => since > forgiven_at)
  const wrong = fresh.filter(({ step }) => bad(step))
  if (wrong.length > 0) {
    if (options.halt_on_lost && wrong.some(({ step }) => step === 'lost')) return 'device_lost'
    if (wrong.some(({ canary }) => canary)) return 'canary_failed'
    const good = fresh.filter(({ step }) => step === 'done').length
    if ((wrong.length / (wrong.length + good)) * 100 > options.fail_percent) return 'too_many_failed'
  }
  return undefined
}

/** Moves to the current wave and begins the devices that may begin. Writes into `to` and `moves`. */
function advance(
  to: RunState,
  options: CampaignOptions,
  devices: readonly RunDevice[],
  moves: Map<number, DeviceMove>,
  now: number,
): number[] {
  if (now < options.start_at) {
    to.phase = 'start'
    return []
  }
  const models = Map.groupBy(devices, ({ model }) => model)
  const swapped = swapCanaries(models, moves)
  const standing = new Map([...models].map(([model, list]) => [model, proof(list, options, to.forgiven_at, now)]))
  if ([...standing.values()].includes('left')) {
    Object.assign(to, { state: 'paused', reason: 'canary_left' })
    return []
  }
  const present = devices.map((one) => swapped.get(one.id) ?? one)
  const waves = Map.groupBy(present, ({ wave }) => wave)
  let soaking = false
  while (to.wave < to.waves) {
    const mine = waves.get(to.wave) ?? []
    const busy = mine.some((one) => active(one.step) || (one.step === 'waiting' && one.online))
    soaking = mine.some(({ canary, model }) => canary && standing.get(model) === 'soaking')
    if (busy || soaking) break
    to.wave++
  }
  const begin = choose(present, options, to, standing, now)
  for (const { id } of begin) {
    const step = options.backup ? 'backup' : 'told'
    moves.set(id, { ...moves.get(id), id, step, deadline: null })
  }
  to.phase = phaseOf(present, begin, to, soaking)
  return begin.map(({ id }) => id)
}

type UpgradeProof = 'proven' | 'unproven' | 'soaking' | 'left'

/** Whether the canaries of a model have succeeded. */
function proof(
  devices: readonly RunDevice[],
  { soak }: CampaignOptions,
  forgiven_at: number,
  now: number,
): UpgradeProof {
  const canaries = devices.filter(({ canary }) => canary)
  if (canaries.length === 0) return 'proven'
  const seen = ({ since }: RunDevice) => since <= forgiven_at
  const ended = canaries.filter((one) => one.step === 'done' || (bad(one.step) && seen(one)))
  const open = canaries.some(({ step, online }) => active(step) || (step === 'waiting' && online))
  if (ended.length === 0 || open) return 'unproven'
  const watched = ended.filter((one) => one.step === 'done' && !seen(one))
  const until = Math.max(0, ...watched.map(({ since }) => since)) + soak * 60
  if (now >= until) return 'proven'
  return watched.some(({ online }) => !online) ? 'left' : 'soaking'
}

/** An offline canary is replaced by an online device of its model. */
function swapCanaries(models: Map<string, RunDevice[]>, moves: Map<number, DeviceMove>): Map<number, RunDevice> {
  const swapped = new Map<number, RunDevice>()
  const change = (one: RunDevice, { wave }: RunDevice, canary: boolean) => {
    swapped.set(one.id, { ...one, wave, canary })
    moves.set(one.id, { ...moves.get(one.id), id: one.id, step: 'waiting', wave, canary })
  }
  for (const [model, list] of models) {
    if (!list.some(({ canary }) => canary)) continue
    const canaries = list.filter(({ canary, step }) => canary && step !== 'cancelled')
    if (canaries.some(({ step, online }) => step !== 'waiting' || online)) continue
    const there = list.find(
      ({ canary, step, online, in_window }) => !canary && step === 'waiting' && online && in_window,
    )
    const [away] = canaries
    if (!there) continue
    change(there, away ?? there, true)
    if (away) change(away, there, false)
    models.set(
      model,
      list.map((one) => swapped.get(one.id) ?? one),
    )
  }
  return swapped
}

/**
 * Fraction of its time after which a missing device keeps others from beginning: it may be the first of several
 * failures.
 */
const SUSPICIOUS = 1 / 3

/**
 * Devices that may begin: their wave has come, their model is proven, no device that conflicts with them is offline,
 * and no device is missing for long.
 */
function choose(
  devices: readonly RunDevice[],
  { most, back }: CampaignOptions,
  { wave }: RunState,
  standing: ReadonlyMap<string, UpgradeProof>,
  now: number,
): RunDevice[] {
  const isLate = ({ step, since }: RunDevice) => step === 'restarting' && now - since >= back * 60 * SUSPICIOUS
  if (devices.some((one) => isLate(one) && !isThere(one))) return []
  const dark = new ConcurrentOutages()
  let room = most
  for (const one of devices) {
    if (!active(one.step)) continue
    dark.add(one)
    room--
  }
  const ready = devices
    .filter((one) => one.step === 'waiting' && one.online && one.in_window && one.wave <= wave)
    .filter(({ canary, model }) => canary || standing.get(model) === 'proven')
    .sort((a, b) => a.wave - b.wave || a.id - b.id)
  const begin: RunDevice[] = []
  for (const one of ready) {
    if (begin.length >= room) break
    if (dark.clashes(one)) continue
    dark.add(one)
    begin.push(one)
  }
  return begin
}

function phaseOf(
  devices: readonly RunDevice[],
  begin: readonly RunDevice[],
  { wave, waves }: RunState,
  soaking: boolean,
): RunState['phase'] {
  if (begin.length > 0 || devices.some(({ step }) => active(step))) return 'wave'
  if (soaking) return 'soak'
  const waiting = devices.filter((one) => one.step === 'waiting' && one.online && one.wave <= wave)
  if (waiting.some(({ in_window }) => !in_window)) return 'window'
  return wave >= waves ? 'offline' : 'wave'
}
