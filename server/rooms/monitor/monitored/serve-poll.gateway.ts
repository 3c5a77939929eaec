import {
  type PollLeaseAnswer,
  type PollLeaseRequest,
  pollLeaseSubject,
  type PollTarget,
  pollTargetsSubject,
  type PollReport,
  pollReportSubject,
} from '../../../devices/poll-link.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { openVault } from '../../../base/keys/vault.ts'
import { homeTeams } from '../../account/api.ts'
import { monitorReach } from './reach.ts'
import { endLeases, listLeased, renewLeases } from './lease-store.ts'
import { monitorOf, openSecrets } from './sealed.ts'
import { writeOutcomes } from './store.ts'

/** Assigns devices to polling gateways, and stores the results. Runs where the gateway runs. */
export const servePoll = defineStartup<System>({
  order: 30,
  role: 'gateway',
  async run(system) {
    const { bus } = system
    bus.serve(pollLeaseSubject, (ask: PollLeaseRequest) => lease(system, ask))
    bus.serve(pollTargetsSubject, ({ gateway, ids }: { gateway: string; ids: number[] }) =>
      targetsOf(system, gateway, ids),
    )
    bus.serve(pollReportSubject, (reports: PollReport[]) => keep(system, reports))
  },
})

async function lease(system: System, { gateway, leaving }: PollLeaseRequest): Promise<PollLeaseAnswer> {
  const [home, reach] = [await homeTeams(system), await monitorReach(system)]
  return system.database.transaction(async (db) => {
    if (leaving) await endLeases(db, gateway)
    const held = leaving ? [] : await renewLeases(db, gateway, home)
    return { leased: held.map(({ device_id, rev, home }) => [device_id, rev, home ? 1 : 0]), reach }
  })
}

async function targetsOf(system: System, gateway: string, ids: number[]): Promise<PollTarget[]> {
  const { db, config, log } = system
  const vault = await openVault(config.data)
  const rows = await listLeased(db, gateway, ids, await homeTeams(system))
  return rows.flatMap(({ monitor, sealed, ...row }) => {
    try {
      return [{ ...row, monitor: monitorOf(monitor), secrets: openSecrets(vault, row.device_id, sealed) }]
    } catch {
      // sealed with another key: the database was moved here without its vault
      log.error({ device_id: row.device_id }, 'the secrets of a monitor cannot be opened')
      return []
    }
  })
}

/** The last result of each device, sorted so that concurrent writers lock rows in the same order. */
async function keep(system: System, reports: readonly PollReport[]): Promise<void> {
  const last = new Map(reports.map((one) => [one.device_id, one]))
  const rows = await writeOutcomes(
    system.db,
    [...last.values()].sort((a, b) => a.device_id - b.device_id),
  )
  const scenes = new Map<number, number[]>()
  for (const { device_id, scene_id } of rows) scenes.set(scene_id, [...(scenes.get(scene_id) ?? []), device_id])
  for (const [scene_id, ids] of scenes) system.tell({ topic: 'device', scene_id, ids })
}
