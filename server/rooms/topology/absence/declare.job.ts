import { randomUUID } from 'node:crypto'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { batcher, type Batched } from '../../../engines/batcher/batcher.ts'
import type { System } from '../../../kernel/implement.ts'
import type { OrderedWork, WorkKind } from '../../../devices/send-command.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { networksOf } from '../networks.ts'
import { boundFrom, kindOf, restarting, statedBound, usualBound } from './absence-rules.ts'
import {
  dropAbsences,
  purgeAbsences,
  insertAbsences,
  type NewAbsence,
  shortenAbsences,
  type Shortened,
} from './store.ts'
import { surroundingsOf } from './surroundings.ts'

interface AbsenceRequest {
  device_id: number
  work: WorkKind
  stated: number
  how: OrderedWork | undefined
}

/** Devices of a batch are commanded at once: their declarations are stored together. */
interface AbsenceBatches {
  declare: Batched<AbsenceRequest, string>
  withdraw: Batched<string, void>
  shorten: Batched<Shortened, void>
}

const desks = new WeakMap<System, AbsenceBatches>()

/** Maximum number of declarations in one statement. */
const MOST = 10_000

function deskOf(system: System): AbsenceBatches {
  const known = desks.get(system)
  if (known) return known
  const after =
    <T>(work: (requests: readonly T[]) => Promise<void>) =>
    async (requests: readonly T[]) => {
      await work(requests)
      return requests.map(() => undefined)
    }
  const made: AbsenceBatches = {
    declare: batcher<AbsenceRequest, string>((requests) => declareAll(system, requests), MOST),
    withdraw: batcher<string, void>(
      after((tokens) => dropAbsences(system.db, tokens)),
      MOST,
    ),
    shorten: batcher<Shortened, void>(
      after((list) => shortenAbsences(system.db, list)),
      MOST,
    ),
  }
  desks.set(system, made)
  return made
}

/**
 * Declares, before a command that interrupts a device is sent, that it and the devices behind it are expected to be
 * offline, and until when: for alarms, reports and messages. Returns the token of the declaration, undefined when the
 * device stays connected.
 */
export async function declareAbsence(
  system: System,
  device_id: number,
  { verb, args }: DeviceCommand,
  how?: OrderedWork,
): Promise<string | undefined> {
  const own = kindOf(verb)
  if (!own) return undefined
  const work = how?.power ? 'power' : (how?.kind ?? own)
  try {
    return await deskOf(system).declare({ device_id, work, stated: statedBound(verb, args), how })
  } catch (error) {
    // a failure must not stop the work, least of all a rollback
    system.log.warn({ device_id, verb, error: String(error) }, 'an absence is not declared')
    return undefined
  }
}

/** The device refused: it stays online. */
export async function withdrawAbsence(system: System, token: string | undefined): Promise<void> {
  if (token)
    await deskOf(system)
      .withdraw(token)
      .catch((error: unknown) => system.log.warn({ error: String(error) }, 'a declared absence is not withdrawn'))
}

/** It runs the new configuration, or that is confirmed: any further interruption occurs within moments. */
export async function shortenAbsence(
  system: System,
  device_id: number,
  { verb }: DeviceCommand,
  token: string | undefined,
): Promise<void> {
  if (verb !== 'confirm' && (verb !== 'configure' || !token)) return
  await deskOf(system)
    .shorten({ cause_id: device_id, token: verb === 'configure' ? (token ?? '') : '' })
    .catch((error: unknown) => system.log.warn({ error: String(error) }, 'a declared absence is not shortened'))
}

async function declareAll(system: System, requests: readonly AbsenceRequest[]): Promise<string[]> {
  const surroundings = await surroundingsOf(
    system,
    requests.map(({ device_id }) => device_id),
  )
  const rows: NewAbsence[] = []
  const tokens: string[] = []
  for (const { device_id, work, stated, how } of requests) {
    const token = randomUUID()
    tokens.push(token)
    const row = { cause_id: device_id, work, by: how?.by ?? '', ref: how?.ref ?? '', token }
    if (how?.power) {
      const seconds = how.power.seconds + usualBound.power
      for (const id of await endsOf(system, device_id, how.power.ports)) rows.push({ ...row, device_id: id, seconds })
      continue
    }
    const { below = [], learned } = surroundings.get(device_id) ?? {}
    const bound = Math.max(stated, boundFrom(learned?.get(work), usualBound[work]))
    rows.push({ ...row, device_id, seconds: bound })
    // devices that it powers start after it
    const seconds = restarting.includes(work) ? bound + usualBound.power : bound
    for (const id of below) rows.push({ ...row, device_id: id, seconds })
  }
  if (rows.length) await insertAbsences(system.db, rows)
  return tokens
}

/** Devices at the ends of these sockets, and those that are reached only through them. */
async function endsOf(system: System, device_id: number, ports: readonly string[]): Promise<number[]> {
  const networks = await networksOf(system, [device_id], system.now())
  const ends = [{ device_id, ports: new Set(ports) }]
  return networks.flatMap((network) => {
    const { down, lost } = network.without(new Set(), ends)
    return [...down, ...lost]
  })
}

/** Days for which the reason of an absence is kept: as long as the absence itself. */
const KEPT = 120

export const purge = defineJob<unknown, System>({
  name: 'device.forget-absences',
  every: '35 3 * * *',
  async run(_, system) {
    await purgeAbsences(system.db, system.now() - KEPT * 86_400)
  },
})
