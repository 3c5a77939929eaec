import { hostname } from 'node:os'
import { startLoop } from '../../../engines/leased-loop/loop.ts'
import { type IdentifyAnswer, type IdentifyRequest, identifySubject } from '../../../devices/device-link.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { invalidateReports } from '../../../devices/ingest/ingest.ts'
import { arrivalOf } from './arrivals.ts'
import { noteRefused } from '../key/note-refused.ts'
import { joinDemo } from '../demo/store.ts'
import { serveSessions } from './sessions.ts'
import { digestOf, introductionOf, demoDeviceOf } from './introduce.ts'
import {
  beat,
  type Comer,
  saveIntroductions,
  type DialingDevice,
  markOnline,
  startRun,
  welcome,
  type Welcomed,
} from './store.ts'
import { batcher } from '../../../engines/batcher/batcher.ts'
import { type IncomingDevice, incomingDevice } from './incoming-device.ts'

/** Maximum seconds between heartbeats of a gateway run: several fit into the timeout. */
const BEAT = 5
/** Maximum batch size, and milliseconds between batches: in a reconnect storm, a batch costs the same at any size. */
const MOST = 500
const EVERY = 100

/**
 * Identifies devices for gateways. Runs where the gateway runs. A reconnect storm after a restart is answered in
 * batches, one statement each; only devices that report changes take more.
 */
export const identify = defineStartup<System>({
  order: 30,
  role: 'gateway',
  async run(system) {
    const host = hostname()
    const run = await startRun(system.db, host, system.node)
    const every = Math.min(BEAT, system.config['gateway-silence'] / 4)
    startLoop(every * 1000, system, 'this gateway is not noted as alive', () => beat(system.db, run, host, system.node))
    servePresence(system, run)
  },
})

/** Answers which devices connect, and by which sessions they are online. */
export function servePresence(system: System, run: number): void {
  system.bus.serve(identifySubject, identifier(system, run))
  serveSessions(system, run)
}

/** One request that cannot be stored must not fail its batch: then each is tried alone. */
function identifier(system: System, run: number): (ask: IdentifyRequest) => Promise<IdentifyAnswer> {
  const gathered = batcher<IncomingDevice, IdentifyAnswer | { failed: unknown }>(
    async (requests) => {
      try {
        return await answer(system, run, requests)
      } catch (failed) {
        if (requests.length === 1) return [{ failed }]
        const alone = requests.map((ask) =>
          answer(system, run, [ask]).then(
            ([one]) => one as IdentifyAnswer,
            (why: unknown) => ({ failed: why }),
          ),
        )
        return Promise.all(alone)
      }
    },
    MOST,
    EVERY,
  )
  return async (ask) => {
    const answered = await gathered(incomingDevice(ask))
    if ('failed' in answered) throw answered.failed
    return answered
  }
}

async function answer(system: System, run: number, requests: IncomingDevice[]): Promise<IdentifyAnswer[]> {
  // the same serial number twice in one batch: the later connection stays; one with another key is handled after it
  const bySerial = new Map<string, IncomingDevice>()
  const others: IncomingDevice[] = []
  for (const ask of requests) {
    const first = bySerial.get(ask.serial)
    if (first && keyOf(first) !== keyOf(ask)) others.push(ask)
    else bySerial.set(ask.serial, ask)
  }
  const comers = [...bySerial.values()].map(comerOf)
  const known = new Map((await welcome(system.db, comers, run)).map((one) => [one.serial, one]))
  const answers = new Map(comers.map((comer) => [comer.serial, atTheDoor(comer, known.get(comer.serial))]))
  const news = comers.filter(({ serial }) => answers.get(serial) === undefined)
  const kept = news.length ? await introduce(system, run, news, bySerial) : []
  for (const one of kept) answers.set(one.serial, answerOf(one))
  // the cache of this process may be out of date: another process may have identified the device meanwhile
  for (const one of answers.values()) if (one && !one.refused) invalidateReports(one.device_id)
  const answerTo = ({ serial }: IncomingDevice) => answers.get(serial) ?? otherKey
  const refused = [...bySerial.values()].flatMap((ask) => {
    const why = answerTo(ask).refused
    return why && ask.key ? [{ ask, why }] : []
  })
  if (refused.length) await noteRefused(system, refused)
  const later = others.length ? await answer(system, run, others) : []
  return requests.map((ask) => later[others.indexOf(ask)] ?? answerTo(ask))
}

const keyOf = ({ key }: IncomingDevice) => key?.fingerprint ?? ''

const otherKey: IdentifyAnswer = { device_id: 0, scene_id: 0, refused: 'other-key' }

/** Undefined: what it reports about itself has to be stored first. */
function atTheDoor({ fingerprint }: Comer, known: Welcomed | undefined): IdentifyAnswer | undefined {
  if (known?.revoked) return { device_id: known.id ?? 0, scene_id: 0, refused: 'revoked' }
  if (!known?.id) return undefined
  const { id, scene_id, key_fingerprint } = known
  if (known.blocked) return { device_id: id, scene_id: 0, refused: 'blocked' }
  if (known.let_in) return { device_id: id, scene_id: scene_id ?? 0 }
  if (scene_id !== null && key_fingerprint !== '' && key_fingerprint !== fingerprint) return otherKey
  return undefined
}

function comerOf(ask: IncomingDevice): Comer {
  const { serial, session, address, config_uuid, key } = ask
  return {
    serial,
    identity_digest: digestOf(ask),
    session,
    address: address.slice(0, 64),
    config_uuid: Math.trunc(config_uuid) || 0,
    fingerprint: key?.fingerprint ?? '',
    ends_at: key?.ends_at ?? 0,
  }
}

/** Stores new devices, and those that report changes of themselves, and marks them online. */
function introduce(
  system: System,
  run: number,
  news: readonly Comer[],
  bySerial: ReadonlyMap<string, IncomingDevice>,
): Promise<DialingDevice[]> {
  const requests = news.flatMap(({ serial, identity_digest }) => {
    const ask = bySerial.get(serial)
    return ask ? [{ ask, identity_digest }] : []
  })
  return system.database.transaction(async (db) => {
    const scenes = await joinDemo(
      db,
      requests.flatMap(({ ask }) => demoDeviceOf(ask)),
    )
    const list = requests.map(({ ask, identity_digest }) =>
      introductionOf(ask, identity_digest, scenes.get(ask.serial) ?? null),
    )
    const arrival = arrivalOf(
      requests.map(({ ask }) => ask),
      system,
    )
    await arrival.before(db)
    const kept = await arrival.after(db, await saveIntroductions(db, list, system.now()))
    const ids = new Map(kept.flatMap(({ serial, id, blocked }) => (blocked ? [] : [[serial, id]])))
    const arrivals = news.flatMap(({ serial, session, address, config_uuid }) => {
      const device_id = ids.get(serial)
      return device_id === undefined ? [] : [{ device_id, session, address, config_uuid }]
    })
    arrivals.sort((a, b) => a.device_id - b.device_id)
    if (arrivals.length) await markOnline(db, arrivals, run)
    return kept
  })
}

function answerOf({ id, scene_id, blocked }: DialingDevice): IdentifyAnswer {
  return { device_id: id, scene_id: scene_id ?? 0, ...(blocked ? { refused: 'blocked' as const } : {}) }
}
