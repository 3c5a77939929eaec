import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandVerb } from '@belvedere/drivers/kit/facts.ts'
import { Access } from '../../../kernel/access.ts'
import type { System } from '../../../kernel/implement.ts'
import { sendCommand } from '../../../devices/send-command.ts'
import { type ItemEnd, endOf, issueTickets } from '../../task/api.ts'
import { saveRevisions, revisionsToSend, settle } from '../../intent/api.ts'

/** Seconds after which an armed device rolls back by itself. */
export const RETURN_SECONDS = 180
/** Milliseconds between two checks whether the device is reachable again. */
const AGAIN = 3000

/** The device that is restored. */
export interface RestoreTarget {
  device_id: number
  verbs: readonly string[]
}

export interface RestoreBy {
  task_id: number
  operator: string
}

type Tell = (verb: CommandVerb, args: Record<string, unknown>, timeout: number) => Promise<ItemEnd>

const teller =
  (system: System, device_id: number, { task_id, operator }: RestoreBy): Tell =>
  async (verb, args, timeout) => {
    const work = { by: operator, ref: `task:${task_id}`, kind: 'restore' as const }
    return endOf(device_id, await sendCommand(system, device_id, { verb, args }, timeout, work))
  }

const canReturn = ({ verbs }: RestoreTarget) => verbs.includes('arm') && verbs.includes('confirm')

/**
 * Writes an archive back to a host. If the host supports it, it rolls back by itself unless it is reachable afterwards.
 */
export async function restoreArchive(
  system: System,
  target: RestoreTarget,
  content: { file: string; sha256: string },
  by: RestoreBy,
): Promise<ItemEnd> {
  const { device_id } = target
  const tell = teller(system, device_id, by)
  const list = [{ device_id, args: { file: content.file, sealed: true } }]
  const uris = await issueTickets(system, system.db, 'package', by.task_id, list)
  const uuid = system.now()
  if (canReturn(target)) {
    const armed = await tell('arm', { uuid, seconds: RETURN_SECONDS }, 60_000)
    if (armed.result !== 0) return armed
  }
  const restored = await tell('restore', { uri: uris.get(device_id), sha256: content.sha256 }, 150_000)
  if (restored.result !== 0 || !canReturn(target)) return restored
  const confirmed = await confirm(tell, uuid)
  return confirmed ?? restored
}

/** Sends a document to a device again, under a new number; the room `intent` records it. */
export async function restoreDocument(
  system: System,
  target: RestoreTarget,
  document: Record<string, unknown>,
  before: Record<string, unknown> | undefined,
  by: RestoreBy,
): Promise<ItemEnd> {
  const { operator } = by
  const { device_id } = target
  const tell = teller(system, device_id, by)
  const sent = await revisionFor(system, device_id, document, operator, 'restore')
  const { uuid } = sent.args
  if (canReturn(target)) {
    const armed = await tell('arm', { uuid, seconds: RETURN_SECONDS }, 60_000)
    if (armed.result !== 0) return ended(system, sent.id, 'failed', armed)
  }
  const configured = await tell('configure', sent.args, 130_000)
  if (configured.result === 1 && configured.reason !== 'timeout') return ended(system, sent.id, 'failed', configured)
  // without either, the answer to the configuration is the only information
  const proof = canReturn(target) ? confirm : target.verbs.includes('running') ? heardOf : undefined
  const trouble = await proof?.(tell, uuid)
  if (!trouble)
    return ended(system, sent.id, 'running', configured.result === 2 ? configured : { ...configured, data: undefined })
  if (!canReturn(target) && before) await sendBack(system, tell, device_id, before, operator)
  return ended(system, sent.id, 'returned', trouble)
}

async function revisionFor(
  system: System,
  device_id: number,
  document: Record<string, unknown>,
  by: string,
  source: 'restore' | 'back',
) {
  const at = { db: system.db, access: Access.system, system }
  const now = system.now()
  const made = await saveRevisions(at, [{ device_id, document }], { source, change_id: null, by, now })
  const id = made.get(device_id)?.id
  const sent = id === undefined ? undefined : (await revisionsToSend(at, [id])).get(id)
  if (!sent) throw new Error('a revision was not kept')
  return sent
}

async function ended(
  system: System,
  id: number,
  end: 'running' | 'failed' | 'returned',
  said: ItemEnd,
): Promise<ItemEnd> {
  const at = { db: system.db, access: Access.system, system }
  await settle(at, [{ id, end, ...(said.msg ? { said: said.msg } : {}) }], system.now())
  return said
}

/** Repeats the check until the device confirms; it may be unreachable for a moment. Undefined: it confirmed. */
async function confirm(tell: Tell, uuid: number): Promise<ItemEnd | undefined> {
  return again(
    (left) => tell('confirm', { uuid }, Math.min(20_000, left)),
    ({ result }) => result === 0,
  )
}

/** Checks that a device without rollback is reachable and runs what was sent. */
async function heardOf(tell: Tell, uuid: number): Promise<ItemEnd | undefined> {
  return again(
    (left) => tell('running', {}, Math.min(30_000, left)),
    ({ result, data }) => result === 0 && (data as { uuid?: unknown } | undefined)?.uuid === uuid,
  )
}

async function again(
  ask: (left: number) => Promise<ItemEnd>,
  isGood: (end: ItemEnd) => boolean,
): Promise<ItemEnd | undefined> {
  const until = Date.now() + (RETURN_SECONDS - 20) * 1000
  for (;;) {
    const end = await ask(Math.max(1000, until - Date.now()))
    if (isGood(end)) return undefined
    const { device_id } = end
    // it is reachable and refuses: it runs another configuration
    if (end.result === 1 && end.reason !== 'offline')
      return { device_id, result: 1, reason: 'returned', msg: end.msg ?? '' }
    if (end.result === 0) return { device_id, result: 1, reason: 'returned' }
    if (Date.now() + AGAIN > until) return { device_id, result: 1, reason: 'silent' }
    await sleep(AGAIN)
  }
}

/** The rollback by the gateway for a device that has none: sends the former document while the device is reachable. */
async function sendBack(
  system: System,
  tell: Tell,
  device_id: number,
  before: Record<string, unknown>,
  by: string,
): Promise<void> {
  const back = await revisionFor(system, device_id, before, by, 'back')
  const said = await tell('configure', back.args, 130_000)
  await ended(system, back.id, said.result === 1 ? 'failed' : 'running', said)
}
