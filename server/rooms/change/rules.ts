import type { AccountLoss } from '@belvedere/contract/rooms/account/loss/enums.ts'

/** The options for applying a set, complete. */
export interface ApplyOptions {
  canary?: number | undefined
  canary_ids?: number[] | undefined
  /** Seconds. */
  soak: number
  confirm: number
  /** Percent. */
  min_terminals: number
  failures: number
  offline: 'skip' | 'wait'
  /** 1: a configuration that is partly in effect stays. */
  keep_partial: 0 | 1
}

export const usualOptions: ApplyOptions = {
  soak: 60,
  confirm: 120,
  min_terminals: 90,
  failures: 5,
  offline: 'skip',
  keep_partial: 0,
}

export interface CanaryCandidate {
  id: number
  model: string
  online: boolean
  /** It rolls back by itself. */
  returns?: boolean
}

/** One of each model, at most this number by default. */
const USUAL_CANARY = 2

/** Canary devices may be lost permanently unless they roll back by themselves. */
const returns = ({ returns: able = false }: CanaryCandidate) => Number(able)

/**
 * The canary devices: those that were named, else one of each model in turn, models with automatic rollback first. Only
 * online devices.
 */
export function canaryOf(
  devices: readonly CanaryCandidate[],
  { canary, canary_ids }: Pick<ApplyOptions, 'canary' | 'canary_ids'>,
): number[] {
  const there = devices.filter(({ online }) => online).toSorted((a, b) => returns(b) - returns(a))
  if (canary_ids?.length) return there.filter(({ id }) => canary_ids.includes(id)).map(({ id }) => id)
  const models = [...Map.groupBy(there, ({ model }) => model).values()]
  const most = Math.min(canary ?? Math.min(USUAL_CANARY, models.length), there.length)
  const chosen: number[] = []
  for (let turn = 0; chosen.length < most; turn++)
    for (const list of models) {
      const one = list[turn]
      if (one && chosen.length < most) chosen.push(one.id)
    }
  return chosen
}

/** Maximum number of devices of one wave. */
export const WAVE = 500

/**
 * The wave of each device: 0 is the canary. Two neighbours are never in the same wave, nor are two that are adjacent
 * behind the same device, so that radio channels and alternative paths are never all affected at once. The first wave
 * after the canary is small.
 */
export function planWaves(
  ids: readonly number[],
  canary: readonly number[],
  links: ReadonlyMap<number, ReadonlySet<number>>,
): Map<number, number> {
  const waves = new Map<number, number>(canary.map((id) => [id, 0]))
  const filled: number[] = []
  const room = (wave: number) => (wave === 1 ? Math.max(1, Math.min(WAVE, Math.ceil(ids.length / 4))) : WAVE)
  const beside = sideBySide(links)
  for (const id of ids) {
    if (waves.has(id)) continue
    const taken = new Set([...(links.get(id) ?? []), ...(beside.get(id) ?? [])].map((other) => waves.get(other)))
    let wave = 1
    while (taken.has(wave) || (filled[wave] ?? 0) >= room(wave)) wave++
    waves.set(id, wave)
    filled[wave] = (filled[wave] ?? 0) + 1
  }
  return packed(waves)
}

/** The devices behind one device, each linked with its predecessor and successor. */
function sideBySide(links: ReadonlyMap<number, ReadonlySet<number>>): Map<number, number[]> {
  const beside = new Map<number, number[]>()
  for (const around of links.values()) {
    const row = [...around].sort((a, b) => a - b)
    for (let at = 1; at < row.length; at++) {
      const [left, right] = [row[at - 1] as number, row[at] as number]
      beside.set(left, [...(beside.get(left) ?? []), right])
      beside.set(right, [...(beside.get(right) ?? []), left])
    }
  }
  return beside
}

/** Renumbers the waves without gaps. */
function packed(waves: Map<number, number>): Map<number, number> {
  const numbers = [...new Set([0, ...waves.values()])].sort((a, b) => a - b)
  return new Map([...waves].map(([id, wave]) => [id, numbers.indexOf(wave)]))
}

export type ItemState =
  | 'waiting'
  | 'sending'
  | 'sent'
  | 'done'
  | 'partly'
  | 'failed'
  | 'skipped'
  | 'returning'
  | 'returned'
  | 'lost'

export interface ItemFacts {
  id: number
  wave: number
  state: ItemState
  online: boolean
  /** Removed, or in another scene by now: the set may no longer change it. */
  gone?: boolean
  reason?: string | null
}

export interface SetFacts {
  state: 'running' | 'returning'
  phase: 'prepare' | 'canary' | 'soak' | 'rest' | 'offline' | 'commit' | 'end'
  wave: number
  asked: 'cancel' | 'finish' | null
  soak_until: number | null
  options: ApplyOptions
}

/** The next action of the engine. Each is stored before it is carried out. */
export type SetMove =
  | { do: 'skip'; ids: number[] }
  | { do: 'send'; ids: number[] }
  | { do: 'bring-back'; ids: number[] }
  | { do: 'soak' }
  | { do: 'gate' }
  | { do: 'wave'; wave: number }
  | { do: 'hold'; until: number | undefined }
  | { do: 'offline' }
  | { do: 'commit' }
  | { do: 'return'; reason: 'cancelled' | 'share' | 'partial' | 'unhealthy' | AccountLoss }
  | { do: 'end' }

const busy: ReadonlySet<ItemState> = new Set(['sending', 'sent'])
const changed: ReadonlySet<ItemState> = new Set(['sending', 'sent', 'done', 'partly', 'returning'])
/** Fully, or partly where that is allowed. */
export const isInEffect = (state: ItemState): boolean => state === 'done' || state === 'partly'
const bad: ReadonlySet<ItemState> = new Set(['failed', 'returning', 'returned', 'lost'])

export const idsOf = (items: readonly ItemFacts[], is: (item: ItemFacts) => boolean): number[] =>
  items.filter(is).map(({ id }) => id)

/**
 * The state machine of a set: computes the next move from the stored facts and the rights that its author has `lost`.
 */
export function nextMove(set: SetFacts, items: readonly ItemFacts[], now: number, lost?: AccountLoss): SetMove {
  if (set.state === 'returning') return nextReturn(items)
  if (lost) return { do: 'return', reason: lost }
  if (set.asked === 'cancel') return { do: 'return', reason: 'cancelled' }
  if (failedTooMuch(set, items)) return { do: 'return', reason: whyFailed(items) }
  if (set.phase === 'commit') return { do: 'commit' }
  const back = idsOf(items, ({ state }) => state === 'returning')
  if (back.length > 0) return { do: 'bring-back', ids: back }
  return nextInWave(set, items, now)
}

/** Every changed device is rolled back; those whose wave has not begun stay unchanged. */
function nextReturn(items: readonly ItemFacts[]): SetMove {
  const waiting = idsOf(items, ({ state }) => state === 'waiting')
  if (waiting.length > 0) return { do: 'skip', ids: waiting }
  const touched = idsOf(items, ({ state }) => changed.has(state))
  return touched.length > 0 ? { do: 'bring-back', ids: touched } : { do: 'end' }
}

function nextInWave(set: SetFacts, items: readonly ItemFacts[], now: number): SetMove {
  const due = items.filter(({ wave }) => wave <= set.wave)
  const gone = idsOf(due, ({ state, gone: away }) => away === true && (state === 'waiting' || busy.has(state)))
  if (gone.length > 0) return { do: 'skip', ids: gone }
  const send = idsOf(due, ({ state, online }) => busy.has(state) || (state === 'waiting' && online))
  if (send.length > 0) return { do: 'send', ids: send }
  const away = idsOf(due, ({ state }) => state === 'waiting')
  const patient = set.options.offline === 'wait' && set.asked !== 'finish'
  if (away.length > 0 && !patient) return { do: 'skip', ids: away }
  return nextWave(set, items, away.length > 0, now)
}

function nextWave(set: SetFacts, items: readonly ItemFacts[], someAway: boolean, now: number): SetMove {
  if (set.phase === 'prepare' || set.phase === 'canary') return { do: 'soak' }
  if (set.phase === 'soak')
    return now < (set.soak_until ?? 0) ? { do: 'hold', until: set.soak_until ?? 0 } : { do: 'gate' }
  const next = items.reduce(
    (least, { wave }) => (wave > set.wave && wave < least ? wave : least),
    Number.POSITIVE_INFINITY,
  )
  if (Number.isFinite(next)) return { do: 'wave', wave: next }
  if (!someAway) return { do: 'commit' }
  return set.phase === 'offline' ? { do: 'hold', until: undefined } : { do: 'offline' }
}

/** One failed canary device is enough; of the others more than the allowed share of the current and earlier waves. */
export function failedTooMuch({ options, phase }: SetFacts, items: readonly ItemFacts[]): boolean {
  const failed = items.filter(({ state }) => bad.has(state))
  if (failed.some(({ wave }) => wave === 0) && phase !== 'rest' && phase !== 'offline' && phase !== 'commit')
    return true
  const rest = items.filter(({ wave, state }) => wave > 0 && state !== 'skipped')
  // a device that was changed and then removed counts as failed
  const gone = items.filter(({ wave, state, online }) => wave > 0 && isInEffect(state) && !online)
  const wrong = failed.filter(({ wave }) => wave > 0).length + gone.length
  if (rest.length === 0) return failed.length > 0
  return wrong * 100 > rest.length * options.failures
}

/** The reason, if all of them share it. */
const whyFailed = (items: readonly ItemFacts[]) =>
  items.every(({ state, reason }) => !bad.has(state) || reason === 'partial') ? 'partial' : 'share'

export interface NetworkHealth {
  /** Canary devices that do not answer, and devices behind them that were reachable before. */
  away: number
  terminals_before: number
  terminals_now: number
  /** Alarms of the same devices that began after the start of the set and still last. */
  alarms: number
}

/** Whether the other waves may follow. Undefined: yes. */
export function gateOf(
  { away, terminals_before, terminals_now, alarms }: NetworkHealth,
  { min_terminals, soak }: ApplyOptions,
): 'unhealthy' | 'alarms' | 'terminals' | undefined {
  if (away > 0) return 'unhealthy'
  // unwatched: devices had no time to reconnect
  if (soak === 0) return undefined
  if (alarms > 0) return 'alarms'
  return terminals_now * 100 < terminals_before * min_terminals ? 'terminals' : undefined
}

/**
 * Seconds before the device's own timer ends after which the server no longer confirms: a rollback and a confirmation
 * must not both happen.
 */
const MARGIN = 10

/** The time until which a device that was armed at `at` may be confirmed. */
export const confirmUntil = (at: number, confirm: number): number =>
  at + confirm - Math.min(MARGIN, Math.ceil(confirm / 5))
