import { applyChange } from './kit/apply-change.ts'
import { beginWithReports } from './kit/begin-with-reports.ts'
import { isDeepStrictEqual } from 'node:util'
import { randomFrom } from '@belvedere/drivers/kit/mutate.ts'
import type { RunningState } from '@belvedere/fleet/device/running-state.ts'
import { serialsOf, startFleet } from './kit/fleet.ts'
import { missingOf, type Refused } from './kit/evaluate-intents.ts'
import { freePorts, type Product, startProduct } from './kit/product.ts'
import { pick, type Random, makeRandomIntents, type RandomIntent } from './kit/random-intents.ts'
import { register } from './kit/register.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { pause, seconds, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const DEVICES = 40
/** Number of lists of intents, each a change set for one device; more by `BELVEDERE_SEQUENCES`. */
const SEQUENCES = Number(process.env.BELVEDERE_SEQUENCES ?? 60)
/** Another seed gives other intents. */
const SEED = Number(process.env.BELVEDERE_SEED ?? 20_261_123)
/** Seconds a device has to be back. */
const CONFIRM = 15
/** A device that boots, comes back by its timer and is sent what it ran before takes minutes where the machine is busy. */
const PATIENCE = 400_000

interface Ground {
  readonly session: Session
  readonly fleet: Fleet
  readonly counts: Map<string, number>
  readonly complaints: string[]
  /** A person has one draft: sets are made one after another, and run beside each other. */
  inTurn<T>(make: () => Promise<T>): Promise<T>
}

interface Fleet {
  ask<T>(path: string): Promise<T>
  running(serial: string): Promise<RunningState>
  breakDown(request: Record<string, unknown>): Promise<void>
}

interface Target {
  readonly id: number
  readonly serial: string
  readonly family: 'ap' | 'switch'
  readonly random: Random
  left: number
  /** What was made part of its configuration so far, and what of it the device does not do. */
  wished: Map<string, RandomIntent>
  refused: readonly Refused[]
  /** Entries that the device rejected, with consent, and its reasons. */
  rejected: readonly Refused[]
  agreed: ReadonlySet<string>
  /** Some intents have not been sent to it yet: it was offline at its turn. */
  pending: boolean
}

const untouched = { refused: [], rejected: [], agreed: new Set<string>(), pending: false }

export const proof: Proof = {
  title:
    'Random wishes on strict access points and switches: what is called done is in force, what is refused is named',
  seconds: 300 + SEQUENCES * 4,
  waits: true,
  async run(say) {
    const product = await startProduct()
    try {
      await play(product, say)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-2000)}`, { cause: error })
    } finally {
      await product.close()
    }
  },
}

async function play(product: Product, say: (line: string) => void): Promise<void> {
  const session = await product.signIn()
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Campus' })
  const serials = await serialsOf('building-200', DEVICES)
  const ids = await register(product.databaseUrl, scene_id, serials)
  const [control = 0] = await freePorts(1)
  const { devicePort: port, data } = product
  const flags = { devices: DEVICES, port, control, 'ca-dir': `${data}/pki`, interval: 4, fast: '' }
  const simulated = startFleet('building-200', flags)
  try {
    const fleet = fleetAt(`http://127.0.0.1:${control}`)
    const listed = await until('the fleet answers', 60_000, () =>
      fleet.ask<{ serial: string; type: string }[]>('devices'),
    )
    const targets = listed
      .filter(({ type }) => type === 'ap' || type === 'switch')
      .map(({ serial, type }, n, all): Target => {
        const left = Math.floor(SEQUENCES / all.length) + Number(n < SEQUENCES % all.length)
        const family = type as 'ap' | 'switch'
        const random = randomFrom(SEED + 7919 * n)
        return { id: ids[serials.indexOf(serial)] ?? 0, serial, family, random, left, wished: new Map(), ...untouched }
      })
    const ground: Ground = { session, fleet, counts: new Map(), complaints: [], inTurn: oneAfterAnother() }
    await prepare(ground, targets)
    const began = performance.now()
    const complain = (target: Target) => (error: Error) =>
      void ground.complaints.push(`${target.serial}: ${error.message}`)
    await Promise.all(targets.map((target) => playOn(ground, target).catch(complain(target))))
    const counts = [...ground.counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([what, count]) => `${count} ${what}`)
    say(
      `seed ${SEED}: ${SEQUENCES} lists of wishes on ${targets.length} devices in ${seconds(performance.now() - began)}`,
    )
    say(counts.join(', '))
    same('complaints', ground.complaints.slice(0, 25), [])
    holds('most sets are done', (ground.counts.get('done') ?? 0) > SEQUENCES / 3)
  } catch (error) {
    throw new Error(`seed ${SEED}: ${(error as Error).message}\nfleet: ${simulated.heard.slice(-500)}`, {
      cause: error,
    })
  } finally {
    await simulated.end('SIGTERM')
  }
}

function oneAfterAnother(): Ground['inTurn'] {
  let last: Promise<unknown> = Promise.resolve()
  return (make) => {
    const made = last.then(make)
    last = made.catch(() => {})
    return made
  }
}

function fleetAt(url: string): Fleet {
  const ask = async <T>(path: string, init?: RequestInit) => {
    const answer = await fetch(`${url}/${path}`, init)
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return {
    ask: (path) => ask(path),
    running: (serial) => ask(`devices/${serial}/running`),
    breakDown: async (request) => void (await ask('faults', { method: 'POST', body: JSON.stringify(request) })),
  }
}

/** How every set is brought to its device. */
const options = { canary: 1, soak: 0, confirm: CONFIRM, min_terminals: 0, failures: 100 }
const edit = (target_id: number, { kind, key, set }: RandomIntent) => ({ level: 2, target_id, kind, key, set })

/** All are there, and what they run is known. */
async function prepare({ session }: Ground, targets: readonly Target[]): Promise<void> {
  const there = async () => (await session.ask('GET device/all', { online: 1, limit: 1 })).total >= targets.length
  await until('they are there', PATIENCE, there, 500)
  const edits = targets.map(({ id }) => edit(id, { kind: 'service', key: 'report', set: { interval: 240 } }))
  const switches = targets.filter(({ family }) => family === 'switch').map(({ id }) => id)
  let draft = 0
  const known = async () => {
    await beginWithReports(session, switches)
    draft = (await session.ask<{ id: number }>('POST change/edit', { edits })).id
    const { list, summary } = await session.ask('GET change/review', { id: draft, limit: 100 })
    const bad = list.filter((row: { refusals: unknown[]; known: number }) => row.refusals.length > 0 || row.known === 0)
    if (summary.changed_cnt !== targets.length || summary.offline_cnt > 0 || bad.length > 0)
      throw new Error(JSON.stringify({ ...summary, blast: 0, refusals: bad[0]?.refusals }))
    return true
  }
  await until('what they run is known', PATIENCE, known, 1000)
  await session.ask('POST change/discard', { id: draft })
}

function ended(session: Session, set: number): Promise<{ state: string; reason: string }> {
  const asked = async () => {
    const { state, reason } = await session.ask('GET change/detail', { id: set })
    return state === 'done' || state === 'returned' ? { state: String(state), reason: String(reason ?? '') } : undefined
  }
  return until(`set ${set} has ended`, PATIENCE, asked, 400)
}

async function playOn(ground: Ground, target: Target): Promise<void> {
  for (; target.left > 0; target.left--) {
    const before = await settled(ground, target)
    const wishes = makeRandomIntents(target.random, target.family, { running: before, wished: target.wished })
    const set = await begin(ground, target, wishes)
    if (!set) continue
    await disturb(ground, target, set)
    const { wished, refused, rejected, agreed, pending } = target
    const former = { wished, refused, rejected, agreed }
    const kept = await judge(ground, target, before, set)
    if (kept && !pending && target.random() < 0.12) await undo(ground, target, { before, after: kept, former }, set)
  }
}

/** What is undone is as it was before, in the device's own words. */
async function undo(
  ground: Ground,
  target: Target,
  {
    before,
    after,
    former,
  }: { before: RunningState; after: RunningState; former: Pick<Target, 'wished' | 'refused' | 'rejected' | 'agreed'> },
  { id, wishes }: Begun,
): Promise<void> {
  const { session, inTurn, counts, complaints } = ground
  const draft = await inTurn(async () => {
    const { id: made } = await session.ask<{ id: number }>('POST change/undo', { id })
    await applyChange(session, { id: made, ...options, keep_partial: 1 })
    return made
  })
  const { state, reason } = await ended(session, draft)
  const item = await itemOf(session, draft)
  const now = await settled(ground, target)
  const label = ['undo', state, item?.state].filter(Boolean).join(' ')
  counts.set(`(${label})`, (counts.get(`(${label})`) ?? 0) + 1)
  if (state === 'done') Object.assign(target, former)
  const undone = state === 'done' && item?.state !== 'skipped'
  if (state === 'done' && !undone) target.pending = true
  const wrong = strayed(now, undone ? before : after)
  if (wrong)
    complaints.push(
      `${target.family} ${target.serial}, set ${draft} undoes ${id} (${state} ${reason}), ${JSON.stringify(wishes)}: ${wrong}`,
    )
}

/** The first place in which two documents differ. */
function difference(one: unknown, two: unknown, at = ''): string {
  const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
  if (!isTree(one) || !isTree(two)) return `${at}: ${JSON.stringify(one)} instead of ${JSON.stringify(two)}`
  const key = [...new Set([...Object.keys(one), ...Object.keys(two)])].find(
    (name) => !isDeepStrictEqual(one[name], two[name]),
  )
  return key === undefined ? `${at}: another order` : difference(one[key], two[key], `${at}/${key}`)
}

/** It is connected, here and there. */
async function settled({ fleet, session }: Ground, { serial, id }: Target): Promise<RunningState> {
  const there = async () => {
    const now = await fleet.running(serial)
    const { list } = await session.ask('GET device/all', { search: serial, limit: 1 })
    return now.connected && list[0]?.id === id && list[0].online === 1 ? now : undefined
  }
  return until(`${serial} is connected`, PATIENCE, there, 400)
}

interface Begun {
  readonly id: number
  readonly wishes: readonly RandomIntent[]
  readonly refused: readonly Refused[]
  /** It changes the device. */
  readonly changes: boolean
  /** What the review says: it comes back by itself. */
  readonly returns: boolean | undefined
  /** What only a part of is taken stays. */
  readonly keeps: boolean
  /** What happens to the device or the set meanwhile. */
  trouble: string
}

/** Undefined: every row was refused when it was written down. */
function begin(
  { session, inTurn, counts }: Ground,
  { id, random }: Target,
  wishes: readonly RandomIntent[],
): Promise<Begun | undefined> {
  const keeps = random() < 0.4
  return inTurn(async () => {
    const taken: RandomIntent[] = []
    let set = 0
    for (const wish of wishes) {
      const { code, msg, data } = await session.call<{ id: number }>('POST change/edit', { edits: [edit(id, wish)] })
      const what = `(at the field: ${code} ${msg.slice(0, 40)})`
      if (code !== 0) counts.set(what, (counts.get(what) ?? 0) + 1)
      else taken.push(wish)
      set = data?.id ?? set
    }
    if (taken.length === 0) return undefined
    const { list } = await session.ask('GET change/review', { id: set, limit: 5 })
    const row = list.find((one: { id: number }) => one.id === id)
    await applyChange(session, { id: set, ...options, keep_partial: keeps ? 1 : 0 })
    const returns = row && row.returns === 1
    const changes = row?.changed === 1
    return { id: set, wishes: taken, refused: row?.refusals ?? [], changes, returns, keeps, trouble: '' }
  })
}

/** Now and then something else happens while a set is on its way. */
async function disturb({ session, fleet, counts }: Ground, { random, serial }: Target, set: Begun): Promise<void> {
  if (!set.changes || random() < 0.85) return
  const kind = pick(random, ['cancel', 'drop', 'cut-cable', 'crash'])
  await pause(random() * 8000)
  // it may have ended, which is an answer as good as any
  if (kind === 'cancel') await session.call('POST change/cancel', { id: set.id })
  else await fleet.breakDown({ kind, target: serial, seconds: 1 + Math.floor(random() * 6) })
  set.trouble = kind
  counts.set(`(${kind})`, (counts.get(`(${kind})`) ?? 0) + 1)
}

interface Item {
  state: string
  reason: string | null
  msg: string
  uuid: number
  lines: { said: string; wishes: string[]; rejected: 0 | 1 }[]
}

const itemOf = async (session: Session, id: number): Promise<Item | undefined> =>
  (await session.ask('GET change/item', { id, limit: 5 })).list[0]

/** What a set came to must be what the device says of itself. Answers what it runs where the set has changed it. */
async function judge(
  ground: Ground,
  target: Target,
  before: RunningState,
  set: Begun,
): Promise<RunningState | undefined> {
  const { session, counts, complaints } = ground
  const { state, reason } = await ended(session, set.id)
  const item = await itemOf(session, set.id)
  const now = await settled(ground, target)
  const label = [state, item?.state, reason || item?.reason].filter(Boolean).join(' ')
  for (const what of [state, `(${label})`]) counts.set(what, (counts.get(what) ?? 0) + 1)
  const wrong = (what: string) =>
    complaints.push(
      `${target.family} ${target.serial}, set ${set.id} (${label}, ${set.trouble}, ${item?.msg ?? ''}), ${JSON.stringify(set.wishes)}: ${what}`,
    )
  const lines = item?.lines.filter(({ rejected }) => rejected === 1) ?? []
  const wished = new Map([...target.wished, ...set.wishes.map((wish) => [`${wish.kind}/${wish.key}`, wish] as const)])
  // a device that rolls back by itself has a client that runs scripts: the review states that before
  if (set.returns !== undefined && set.returns !== (target.family === 'ap')) wrong('the review is wrong on its return')
  for (const name of [...set.refused.map(({ intent }) => intent), ...lines.flatMap((line) => line.wishes)])
    if (!wished.has(name.split('/').slice(0, 2).join('/'))) wrong(`the refusal ${name} names no wish`)
  if (item?.state === 'lost') wrong('it could not be returned')
  const news = lines.filter(({ said }) => !target.agreed.has(said))
  if (item?.state === 'partly' && !set.keeps && news.length > 0) wrong('a part is kept that nobody agreed to')
  const inForce = state === 'done' && item?.state !== 'skipped'
  if (state === 'done') Object.assign(target, { wished, refused: set.refused, pending: target.pending || !inForce })
  if (inForce && item) {
    target.pending = false
    target.agreed = new Set(lines.map(({ said }) => said))
    target.rejected = lines.flatMap((line) => line.wishes.map((intent) => ({ intent })))
  }
  if (inForce && item && now.uuid !== item.uuid) wrong(`it runs ${now.uuid} instead of ${item.uuid}`)
  const away = strayed(now, before)
  if ((!inForce || !item) && away) wrong(`it does not run what it ran: ${away}`)
  // intents stored while it was offline are applied with the next set
  if (inForce && !target.pending)
    for (const missing of missingOf(target.wished, [...target.refused, ...target.rejected], now))
      wrong(`not in force: ${missing}`)
  safe(target, before, now, wrong)
  return inForce && item ? now : undefined
}

/** The uplink never goes, and nothing that hangs on a switch is cut off. */
function safe({ family }: Target, before: RunningState, now: RunningState, wrong: (what: string) => void): void {
  if (now.uplink && !now.ports[now.uplink]?.enabled) wrong('its uplink is off')
  if (now.falls > before.falls) wrong('its client fell over what it was sent')
  if (family === 'ap') return
  if (now.strandings > before.strandings) wrong('it was cut off')
  for (const [name, { enabled, device }] of Object.entries(now.ports))
    if (device && (!enabled || now.closed.includes(name))) wrong(`port ${name} with ${device} behind it is off`)
}

/** The first place in which what a device runs differs from what it ran; undefined: nothing does. */
function strayed(now: RunningState, before: RunningState): string | undefined {
  // the configuration of a switch is known only by its reports, and is sent back in another form
  const of = before.configured ? documentOf : effectOf
  return isDeepStrictEqual(of(now), of(before)) ? undefined : difference(of(now), of(before))
}

/** Without its number, which is another each time. */
function documentOf({ config }: RunningState): unknown {
  const { uuid: _, ...document } = config
  return document
}

const effectOf = ({ hostname, ssids, radios, vlans, closed, ports }: RunningState) => ({
  hostname,
  ssids: ssids.map((ssid) => ({
    ...ssid,
    // what it is put up with names bands it has no radio for
    bands: ssid.bands.filter((band) => radios.some((radio) => radio.band === band)),
  })),
  vlans,
  closed,
  ports: Object.entries(ports).map(([name, { enabled, speed, poe }]) => ({ name, enabled, speed, poe })),
})
