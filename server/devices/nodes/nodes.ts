import { hostname } from 'node:os'
import { performance } from 'node:perf_hooks'
import { SilenceWatch } from '@belvedere/pure/time/silence.ts'
import { within } from '../../base/bus/bus.ts'
import type { System } from '../../kernel/implement.ts'
import type { Live } from '../../kernel/live/live.ts'
import { type MissingPart, outageChanged } from '../../kernel/live/node-link.ts'
import { isUnsettled, missingOf } from './node-rules.ts'
import {
  beatNode,
  purgeNodes,
  markLostNodes,
  type NodeFacts,
  noteDatabaseOutage,
  readNodes,
  settleOutages,
  stopNode,
} from './node-store.ts'
import { productVersion } from '../../base/process/product-version.ts'
import { StoreClosed } from '../../kernel/database/recognise-error.ts'
import { repeat } from '../../base/jobs/schedule.ts'

/** Seconds from one beat to the next, and of silence after which a process counts as lost. */
const EVERY = 3
const BOUND = 12
/** Seconds of failure of the database or the bus before it is an outage: a reconnection is none. */
const PATIENCE = 4
/** ms of a database that does not answer. */
const ANSWER = 5000
/** Beats from one clearing away to the next: an hour. */
const FORGET = 1200

const elapsed = () => performance.now() / 1000

/** The duration of a failure. */
class Failing {
  private since: number | undefined

  /** Seconds of it; what succeeds ends it. */
  note(ok: boolean): number {
    const before = this.since
    this.since = ok ? undefined : (before ?? elapsed())
    return before === undefined ? 0 : elapsed() - before
  }
}

/** Whether a request of every heartbeat has not been answered for as long as a process may be silent. */
function watchPulse(gateways: { answer(): Promise<unknown> }): () => boolean {
  const silence = new SilenceWatch<string>(BOUND, EVERY)
  let answers = 0
  return () => {
    gateways.answer().then(
      () => answers++,
      () => {},
    )
    return silence.silent([{ id: 'gateways', beats: answers }], elapsed()).length > 0
  }
}

/**
 * Registers this process, monitors the others, and sends outages to its browsers. Every process monitors, because any may be the last one.
 * Gateways run in a separate thread, which may hang while the process lives: they are checked at the same interval. No wall clock is used:
 * heartbeats are counted, and silence is elapsed time.
 */
export async function startNode(
  system: System,
  live: Pick<Live, 'tellMissing'>,
  gateways: { answer(): Promise<unknown> },
): Promise<() => Promise<void>> {
  const { config, database, bus, node: id, log } = system
  const host = hostname()
  const facts: NodeFacts = {
    id,
    name: `${host}:${config.port || process.pid}`,
    host,
    roles: [...config.roles].toSorted(),
    version: productVersion,
  }
  const silence = new SilenceWatch<string>(BOUND, EVERY)
  const [noBus, noDatabase] = [new Failing(), new Failing()]
  let beats = 0

  const pulse = watchPulse(gateways)
  const look = async (busUp: boolean) => {
    await beatNode(database, facts, { bus: busUp, hung: pulse() })
    if (beats++ % FORGET === 0) await purgeNodes(database)
    let { nodes, open } = await readNodes(database)
    const silent = silence.silent(
      nodes.filter(({ lost, stopped }) => !lost && !stopped),
      elapsed(),
    )
    if (silent.length && (await markLostNodes(database, silent)) > 0) {
      log.error({ nodes: silent.length }, 'a process of the installation is lost')
      ;({ nodes, open } = await readNodes(database))
    }
    if (isUnsettled(nodes, open) && (await settleOutages(database))) system.emit(outageChanged, {})
    return missingOf(nodes)
  }

  /** One at a time: a hanging database must not get more and more queries. */
  let underWay: Promise<MissingPart[]> | undefined
  const looked = (busUp: boolean) => {
    underWay ??= look(busUp).finally(() => (underWay = undefined))
    return within(underWay, 'nodes', ANSWER)
  }

  const tick = async () => {
    const busUp = await bus.ready().then(
      () => true,
      () => false,
    )
    const lostBus = noBus.note(busUp) >= PATIENCE && !busUp
    try {
      const missing = await looked(!lostBus)
      const away = noDatabase.note(true)
      live.tellMissing(missing)
      if (away >= PATIENCE && (await noteDatabaseOutage(database, Math.round(away)))) system.emit(outageChanged, {})
    } catch (error) {
      if (error instanceof StoreClosed) return
      if (noDatabase.note(false) < PATIENCE) return
      // without it the state of the others is unknown
      live.tellMissing(lostBus ? ['database', 'bus'] : ['database'])
      log.warn({ error: String(error) }, 'the database is away')
    }
  }

  await tick()
  system.tell({ topic: 'node', scene_id: 0 })
  const end = repeat(EVERY * 1000, tick)
  return async () => {
    await end()
    await stopNode(database, id).catch(() => {})
    system.tell({ topic: 'node', scene_id: 0 })
  }
}
