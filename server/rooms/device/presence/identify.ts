import { hostname } from 'node:os'
import { type IdentifyAnswer, type IdentifyAsk, identifySubject } from '../../../kernel/device-link.ts'
import { gather } from '../../../kernel/gather.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { forgetReports } from '../report/forget-reports.ts'
import { demoScenes } from '../demo/store.ts'
import { digestOf, introductionOf, simulatedPart } from './introduce.ts'
import { type Arrival, beat, findSerials, keepIntroductions, type KnownSerial, markOnline, startRun } from './store.ts'

/** Seconds between heartbeats of a gateway run. */
const BEAT = 15
/** Answered at once, and ms from one answer to the next: while a herd comes in, a batch costs the same whatever is in it. */
const MOST = 500
const EVERY = 50

/**
 * Answers gateways who their devices are. Runs where the gateway runs. A herd that comes back after a restart is answered in
 * batches: one look-up, one upsert of the states, and nothing else for a device that says of itself what it said before.
 */
export const identify = defineStartup<System>({
  order: 30,
  role: 'gateway',
  async run(system) {
    const run = await startRun(system.db, hostname(), system.now())
    const timer = setInterval(() => {
      beat(system.db, run, system.now()).catch((error: unknown) => {
        // the pool of a stopped server; while PostgreSQL restarts the next beat tries again
        if (/after calling end/.test(String(error))) clearInterval(timer)
      })
    }, BEAT * 1000)
    timer.unref()
    system.bus.serve(identifySubject, identifier(system, run))
  },
})

/** One ask that cannot be stored must not take its batch along: then each is tried alone. */
function identifier(system: System, run: number): (ask: IdentifyAsk) => Promise<IdentifyAnswer> {
  const gathered = gather<IdentifyAsk, IdentifyAnswer | { failed: unknown }>(
    async (asks) => {
      try {
        return await answer(system, run, asks)
      } catch (failed) {
        if (asks.length === 1) return [{ failed }]
        const alone = asks.map((ask) =>
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
    const answered = await gathered(ask)
    if ('failed' in answered) throw answered.failed
    return answered
  }
}

async function answer(system: System, run: number, asks: IdentifyAsk[]): Promise<IdentifyAnswer[]> {
  // the same serial twice in one batch: the later connection is the one that stays
  const bySerial = new Map(asks.map((ask) => [ask.serial, ask]))
  return system.database.transaction(async (db) => {
    const known = new Map((await findSerials(db, [...bySerial.keys()])).map((one) => [one.serial, one]))
    const told = new Map([...bySerial].map(([serial, ask]) => [serial, digestOf(ask)]))
    const news = [...bySerial.values()].filter(({ serial }) => known.get(serial)?.told !== told.get(serial))
    if (news.length) {
      const scenes = news.some(({ simulated }) => simulated) ? await demoScenes(db) : new Map<string, number>()
      const list = news.map((ask) =>
        introductionOf(ask, told.get(ask.serial) ?? '', scenes.get(simulatedPart(ask).scene) ?? null),
      )
      for (const one of await keepIntroductions(db, list, system.now())) known.set(one.serial, one)
    }
    const arrivals = [...bySerial.values()].flatMap((ask) => arrivalOf(ask, known.get(ask.serial)))
    arrivals.sort((a, b) => a.device_id - b.device_id)
    if (arrivals.length) await markOnline(db, arrivals, run, system.now())
    // what this process remembers may be old: another one may have had the device meanwhile
    for (const { device_id } of arrivals) forgetReports(device_id)
    return asks.map(({ serial }) => answerOf(known.get(serial)))
  })
}

function arrivalOf(ask: IdentifyAsk, known: KnownSerial | undefined): Arrival[] {
  if (!known || known.blocked) return []
  const { session, address, config_uuid } = ask
  return [{ device_id: known.id, session, address: address.slice(0, 64), config_uuid: Math.trunc(config_uuid) || 0 }]
}

function answerOf(known: KnownSerial | undefined): IdentifyAnswer {
  if (!known) throw new Error('a device was neither found nor added')
  return { device_id: known.id, scene_id: known.scene_id ?? 0, ...(known.blocked ? { refused: true } : {}) }
}
