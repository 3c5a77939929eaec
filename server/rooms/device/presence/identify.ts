import { hostname } from 'node:os'
import { type IdentifyAnswer, type IdentifyAsk, identifySubject } from '../../../kernel/device-link.ts'
import { gather } from '../../../kernel/gather.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { forgetReports } from '../report/forget-reports.ts'
import { demoScenes } from '../demo/store.ts'
import { digestOf, introductionOf, simulatedPart } from './introduce.ts'
import { beat, type Comer, keepIntroductions, type KnownSerial, markOnline, startRun, welcome } from './store.ts'

/** Seconds between heartbeats of a gateway run. */
const BEAT = 15
/** Answered at once, and ms from one answer to the next: while a herd comes in, a batch costs the same whatever is in it. */
const MOST = 500
const EVERY = 100

/**
 * Answers gateways who their devices are. Runs where the gateway runs. A herd that comes back after a restart is answered in
 * batches, one statement each; only what devices say anew of themselves takes more.
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
  const comers = [...bySerial.values()].map(comerOf)
  const known = new Map((await welcome(system.db, comers, run, system.now())).map((one) => [one.serial, one]))
  const news = comers.filter(({ serial, told }) => known.get(serial)?.told !== told)
  if (news.length) for (const one of await introduce(system, run, news, bySerial)) known.set(one.serial, one)
  // what this process remembers may be old: another one may have had the device meanwhile
  for (const { id, blocked } of known.values()) if (!blocked) forgetReports(id)
  return asks.map(({ serial }) => answerOf(known.get(serial)))
}

function comerOf(ask: IdentifyAsk): Comer {
  const { serial, session, address, config_uuid } = ask
  return {
    serial,
    told: digestOf(ask),
    session,
    address: address.slice(0, 64),
    config_uuid: Math.trunc(config_uuid) || 0,
  }
}

/** Those never seen, and those that say something new of themselves: kept, and marked online. */
function introduce(
  system: System,
  run: number,
  news: readonly Comer[],
  bySerial: ReadonlyMap<string, IdentifyAsk>,
): Promise<KnownSerial[]> {
  const asks = news.flatMap(({ serial, told }) => {
    const ask = bySerial.get(serial)
    return ask ? [{ ask, told }] : []
  })
  return system.database.transaction(async (db) => {
    const scenes = asks.some(({ ask }) => ask.simulated) ? await demoScenes(db) : new Map<string, number>()
    const list = asks.map(({ ask, told }) => introductionOf(ask, told, scenes.get(simulatedPart(ask).scene) ?? null))
    const kept = await keepIntroductions(db, list, system.now())
    const ids = new Map(kept.flatMap(({ serial, id, blocked }) => (blocked ? [] : [[serial, id]])))
    const arrivals = news.flatMap(({ serial, told: _, ...one }) => {
      const device_id = ids.get(serial)
      return device_id === undefined ? [] : [{ device_id, ...one }]
    })
    arrivals.sort((a, b) => a.device_id - b.device_id)
    if (arrivals.length) await markOnline(db, arrivals, run, system.now())
    return kept
  })
}

function answerOf(known: KnownSerial | undefined): IdentifyAnswer {
  if (!known) throw new Error('a device was neither found nor added')
  return { device_id: known.id, scene_id: known.scene_id ?? 0, ...(known.blocked ? { refused: true } : {}) }
}
