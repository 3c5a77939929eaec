import { backupUnkept } from '../../backup/api.ts'
import { revisionsToSend } from '../../intent/api.ts'
import { addTrail } from '../store.ts'
import type { EngineRun } from './run.ts'
import type { DrivenItem } from './store.ts'

/** Seconds for which a backup made ahead counts as one of the running configuration. */
const FRESH = 600

/**
 * Begins to read the configurations of the devices after the canary, and to back the devices up, one wave after the
 * other; stops when the set does.
 */
export function backUpAhead(run: EngineRun, items: readonly DrivenItem[]): void {
  const { ahead, system } = run
  const follow = items.filter(({ wave, state, online }) => wave > 0 && state === 'waiting' && online)
  let before = Promise.resolve()
  for (const [wave, list] of [...Map.groupBy(follow, (item) => item.wave)].sort(([a], [b]) => a - b)) {
    const work = async () => {
      const at = system.now()
      if (run.stopped || run.set.state !== 'running') return
      for (const [id, one] of await revisionsToSend(
        run.at,
        list.map(({ after_id }) => after_id),
      ))
        ahead.ready.set(id, one)
      if (await keep(run, list)) for (const { id } of list) ahead.kept.set(id, at)
    }
    // a failed backup is requested again in the device's wave
    before = before
      .then(work)
      .catch((error: unknown) => system.log.warn({ change: run.id, error: String(error) }, 'backup ahead'))
    ahead.waves.set(wave, before)
  }
}

/**
 * The running configuration is backed up before anything is sent; a command of an earlier engine may have changed it
 * already.
 */
export async function backUp(run: EngineRun, items: readonly DrivenItem[]): Promise<void> {
  const { ahead, system } = run
  const untouched = items.filter(({ state }) => state === 'waiting')
  for (const wave of new Set(untouched.map((item) => item.wave))) await ahead.waves.get(wave)
  const since = system.now() - FRESH
  const left = untouched.filter(({ id }) => (ahead.kept.get(id) ?? 0) < since)
  if (left.length > 0) await keep(run, left)
}

/** True when all of them have a backup of their running configuration. */
async function keep({ system, set, id, times }: EngineRun, items: readonly DrivenItem[]): Promise<boolean> {
  const how = { operator: set.operator, note: set.name, timeout: times.configure * 1000 }
  const data = await backupUnkept(
    system,
    items.map((item) => item.id),
    how,
  )
  if (data.kept + data.failed > 0)
    await addTrail({ db: system.db }, id, { at: system.now(), by: '', what: 'backup', data })
  return data.failed === 0
}
