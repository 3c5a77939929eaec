import { publicHost } from '../../../base/settings/config.ts'
import type { Db } from '../../../kernel/db.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { hashToken, newToken } from '../../../kernel/session.ts'
import { enrolPort } from '../../../devices/gateway-port.ts'
import { purgeTickets, insertTickets, type TicketKind } from './store.ts'

/** Seconds for which a device can use its address. */
const VALID = 1800

/**
 * An https address on the transfer port for each device of a task, by device: for one upload, or for repeated downloads
 * of a package, within `valid` seconds.
 */
export async function issueTickets(
  system: System,
  db: Db,
  kind: TicketKind,
  task_id: number | null,
  list: readonly { device_id: number; args: Record<string, unknown>; filename?: string }[],
  valid = VALID,
): Promise<Map<number, string>> {
  const port = await enrolPort(system)
  const issued = list.map((one) => ({ ...one, token: newToken() }))
  await insertTickets(
    db,
    kind,
    task_id,
    system.now() + valid,
    issued.map(({ token, device_id, args }) => ({ device_id, args, hash: hashToken(token) })),
  )
  const host = publicHost(system.config)
  const base = `https://${host.includes(':') ? `[${host}]` : host}:${port}/${kind}/`
  // some devices recognise an image by its file name extension
  return new Map(
    issued.map(({ device_id, token, filename }) => [device_id, base + token + (filename ? `/${filename}` : '')]),
  )
}

export const purge = defineJob<unknown, System>({
  name: 'device.forget-tickets',
  every: '40 * * * *',
  async run(_, system) {
    await purgeTickets(system.db, system.now() - 86_400)
  },
})
