import { LRUCache } from 'lru-cache'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import { say } from '@belvedere/contract/kit/text.ts'
import type { changeCalls, ReviewRow } from '@belvedere/contract/rooms/change/change.ts'
import { changeErrors as errors } from '@belvedere/contract/rooms/change/errors.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { type CompiledDevice, compileDevices, devicesTouched, diffDocuments, editionOfBases } from '../../intent/api.ts'
import { blastOf } from '../blast/blast.ts'
import { type ChangeDeviceRow, listEdits, listFirstSent, listTouched } from '../store.ts'

/** Maximum number of devices of one set. */
export const MOST_DEVICES = 10_000
/** Maximum number of hunks and lines returned for one device. */
const MOST_HUNKS = 40
const MOST_LINES = 400

type ReviewAnswer = Out<typeof changeCalls.review>

type ReviewInput = In<typeof changeCalls.review>
type ReviewFilter = NonNullable<ReviewInput['only']>

interface Whole {
  /** Ordered by name. */
  devices: { id: number; name: string; sn: string; is: readonly ReviewFilter[] }[]
  summary: ReviewAnswer['summary']
}

/** Recently computed reviews, by draft, its revision and the user. */
const wholes = new LRUCache<string, Whole>({ max: 50, ttl: 30_000 })

/** The effect of a draft: totals of all devices, and the differences on one page of them. */
export async function reviewOf(
  ctx: Ctx,
  draft: { id: number; rev: number; undo_of: number | null },
  input: ReviewInput,
): Promise<ReviewAnswer> {
  const { page = 1, limit = 10 } = input
  const edits = await listEdits(ctx, draft.id)
  const key = `${draft.id} ${draft.rev} ${ctx.uid} ${await editionOfBases(ctx)}`
  const isLost = await losesFormer(ctx, draft)
  const whole = wholes.get(key) ?? (await wholeOf(ctx, edits, isLost))
  wholes.set(key, whole)
  const found = whole.devices.filter(wantedBy(input))
  const ids = found.slice((page - 1) * limit, page * limit).map(({ id }) => id)
  const [facts, compiled] = await Promise.all([listTouched(ctx, ids), compileDevices(ctx, ids, edits)])
  const byId = new Map(facts.map((one) => [one.id, one]))
  const list = ids.flatMap((id) => rowOf(ctx, byId.get(id), compiled.get(id), isLost))
  return { total: found.length, list, rev: draft.rev, summary: whole.summary }
}

type IsLost = (compiled: CompiledDevice) => boolean

/**
 * Devices whose former configuration neither the set nor its undo restores: it was replaced by the first configuration
 * sent, or will be.
 */
async function losesFormer(ctx: Ctx, { undo_of }: { undo_of: number | null }): Promise<IsLost> {
  const first = undo_of === null ? undefined : new Set(await listFirstSent(ctx, undo_of))
  return ({ device_id, unknownFormer, before_revision }) =>
    unknownFormer && (before_revision === null || first?.has(device_id) === true)
}

/** Without a filter, those that change or cannot be configured. */
function wantedBy({ search = '', only }: ReviewInput): (device: Whole['devices'][number]) => boolean {
  const text = search.toLowerCase()
  return ({ name, sn, is }) =>
    (only ? is.includes(only) : is.includes('changed') || is.includes('refused')) &&
    (name.toLowerCase().includes(text) || sn.toLowerCase().includes(text))
}

async function wholeOf(ctx: Ctx, edits: readonly Edit[], isLost: IsLost): Promise<Whole> {
  const touched = await devicesTouched(ctx, edits)
  if (touched.length > MOST_DEVICES) throw refuse(errors.tooManyDevices, { most: MOST_DEVICES })
  const [facts, compiled] = await Promise.all([listTouched(ctx, touched), compileDevices(ctx, touched, edits)])
  const devices = facts
    .map((one) => ({ id: one.id, name: one.name, sn: one.sn, is: kindsOf(one, compiled.get(one.id), isLost) }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id)
  const of = (kind: ReviewFilter) => devices.filter(({ is }) => is.includes(kind)).map(({ id }) => id)
  const changed = of('changed')
  return {
    devices,
    summary: {
      device_cnt: touched.length,
      changed_cnt: changed.length,
      offline_cnt: of('offline').length,
      no_return_cnt: of('no_return').length,
      unconfigurable_cnt: of('unconfigurable').length,
      unread_cnt: of('unread').length,
      no_undo_cnt: of('no_undo').length,
      refused_cnt: of('refused').length,
      blast: await blastOf(ctx, { ids: changed, action: 'configure', ip: ctx.ip }),
    },
  }
}

function kindsOf(
  { online, verbs }: ChangeDeviceRow,
  compiled: CompiledDevice | undefined,
  isLost: IsLost,
): ReviewFilter[] {
  if (!compiled) return []
  const { changed, document, refusals, unread } = compiled
  return [
    ...(changed ? (['changed'] as const) : []),
    ...(changed && !online ? (['offline'] as const) : []),
    ...(changed && !verbs.includes('arm') ? (['no_return'] as const) : []),
    ...(changed && unread ? (['unread'] as const) : []),
    ...(changed && isLost(compiled) ? (['no_undo'] as const) : []),
    ...(document === null ? (['unconfigurable'] as const) : []),
    ...(refusals.length > 0 ? (['refused'] as const) : []),
  ]
}

function rowOf(
  ctx: Ctx,
  facts: ChangeDeviceRow | undefined,
  compiled: CompiledDevice | undefined,
  isLost: IsLost,
): ReviewRow[] {
  if (!facts || !compiled) return []
  const { verbs, online, ...rest } = facts
  const { document, before, before_revision, unread } = compiled
  const isDerived = before !== null && before_revision === null && !verbs.includes('running')
  const diff = document ? diffDocuments(before, document) : { added: 0, removed: 0, hunks: [] }
  return [
    {
      ...rest,
      online: online ? 1 : 0,
      returns: verbs.includes('arm') ? 1 : 0,
      configurable: document ? 1 : 0,
      known: unread ? 0 : 1,
      derived: isDerived ? 1 : 0,
      undoable: isLost(compiled) ? 0 : 1,
      changed: compiled.changed ? 1 : 0,
      added: diff.added,
      removed: diff.removed,
      hunks: bounded(diff.hunks),
      refusals: compiled.refusals.map(({ intent, reason, instead }) => ({
        intent,
        reason: say(reason, ctx.lang),
        ...(instead === undefined ? {} : { instead }),
      })),
    },
  ]
}

function bounded(hunks: ReviewRow['hunks']): ReviewRow['hunks'] {
  let left = MOST_LINES
  return hunks.slice(0, MOST_HUNKS).flatMap((hunk) => {
    const lines = hunk.lines.slice(0, Math.max(0, left)).map((line) => ({ ...line, text: line.text.slice(0, 500) }))
    left -= lines.length
    return lines.length > 0 ? [{ ...hunk, lines }] : []
  })
}
