import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { startLoop } from '../../../engines/leased-loop/loop.ts'
import { clockSet } from '../../../kernel/live/clock-link.ts'
import { listen } from '../../../kernel/event.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { changeStarted } from '../api.ts'
import { drive } from './drive.ts'
import { type Engine, usualTimes } from './run.ts'
import { leases } from './store.ts'

/** Seconds between two searches for sets without an engine. */
const LOOK = 5

const engines = new WeakMap<System, { engine: Engine; driven: Set<number> }>()

function engineOf(system: System) {
  const known = engines.get(system)
  if (known) return known
  const by = `${hostname()} ${randomUUID()}`
  const made = { engine: { system, by, times: usualTimes }, driven: new Set<number>() }
  engines.set(system, made)
  return made
}

/** Starts to drive a set unless this process already does. */
export const begin = listen(changeStarted, ({ id }, system: System) => {
  const { engine, driven } = engineOf(system)
  if (driven.has(id)) return
  driven.add(id)
  drive(engine, id)
    .catch((error: unknown) =>
      system.log.error({ change: id, error: String((error as Error)?.stack ?? error) }, 'change set'),
    )
    .finally(() => driven.delete(id))
})

/** A clock that was set back would extend the lease of a dead engine by the same time. */
export const shorten = listen(clockSet, (_, system: System) => leases.shorten(system.db, usualTimes.lease))

/** Resumes sets whose engine died: at the start, and whenever a lease expires. */
export const wake = defineStartup<System>({
  order: 60,
  role: 'worker',
  async run(system) {
    await leases.shorten(system.db, usualTimes.lease)
    startLoop(LOOK * 1000, system, 'change sets are not taken up', async () => {
      for (const id of await leases.undriven(system.db)) void begin.hear({ id }, system)
    })
  },
})
