import { LRUCache } from 'lru-cache'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import { say } from '@belvedere/contract/kit/text.ts'
import type { changeCalls, ReviewRow } from '@belvedere/contract/rooms/change/change.ts'
import { changeErrors as errors } from '@belvedere/contract/rooms/change/errors.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { type CompiledDevice, compileDevices, devicesTouched, diffDocuments } from '../../intent/api.ts'
import { blastOf } from '../blast/blast.ts'
import { type DeviceFacts, listEdits, listTouched } from '../store.ts'

/** Devices of one set at most. */
export const MOST_DEVICES = 10_000
/** Hunks and lines told of one device; the whole difference of a rewritten configuration is read nowhere else either. */
const MOST_HUNKS = 40
const MOST_LINES = 400

type Review = Out<typeof changeCalls.review>

interface Whole {
  /** Devices worth looking at, in order of name. */
  ids: number[]
  summary: Review['summary']
}

/** Reviews worked out lately, by draft, its edition and the reader. */
const wholes = new LRUCache<string, Whole>({ max: 50, ttl: 30_000 })

/** What a draft would change: totals of all devices, and the differences of one page of them. */
export async function reviewOf(
  ctx: Ctx,
  draft: { id: number; rev: number },
  { page = 1, limit = 10, search = '' }: In<typeof changeCalls.review>,
): Promise<Review> {
  const edits = await listEdits(ctx, draft.id)
  const key = `${draft.id} ${draft.rev} ${ctx.uid} ${search.toLowerCase()}`
  const whole = wholes.get(key) ?? (await wholeOf(ctx, edits, search.toLowerCase()))
  wholes.set(key, whole)
  const ids = whole.ids.slice((page - 1) * limit, page * limit)
  const [facts, compiled] = await Promise.all([listTouched(ctx, ids), compileDevices(ctx, ids, edits)])
  const byId = new Map(facts.map((one) => [one.id, one]))
  const list = ids.flatMap((id) => rowOf(ctx, byId.get(id), compiled.get(id)))
  return { total: whole.ids.length, list, rev: draft.rev, summary: whole.summary }
}

async function wholeOf(ctx: Ctx, edits: readonly Edit[], search: string): Promise<Whole> {
  const touched = await devicesTouched(ctx, edits)
  if (touched.length > MOST_DEVICES) throw refuse(errors.tooManyDevices, { most: MOST_DEVICES })
  const [facts, compiled] = await Promise.all([listTouched(ctx, touched), compileDevices(ctx, touched, edits)])
  const changed = facts.filter(({ id }) => compiled.get(id)?.changed)
  const worth = facts.filter(({ id }) => {
    const one = compiled.get(id)
    return one && (one.changed || one.refusals.length > 0)
  })
  const found = worth.filter(({ name, sn }) => !search || name.toLowerCase().includes(search) || sn.includes(search))
  const changedIds = changed.map(({ id }) => id)
  return {
    ids: found.sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id).map(({ id }) => id),
    summary: {
      device_cnt: touched.length,
      changed_cnt: changed.length,
      offline_cnt: changed.filter(({ online }) => !online).length,
      no_return_cnt: changed.filter(({ verbs }) => !verbs.includes('arm')).length,
      unconfigurable_cnt: facts.filter(({ id }) => compiled.get(id)?.document === null).length,
      refused_cnt: facts.filter(({ id }) => (compiled.get(id)?.refusals.length ?? 0) > 0).length,
      blast: await blastOf(ctx, { ids: changedIds, action: 'configure', ip: ctx.ip }),
    },
  }
}

function rowOf(ctx: Ctx, facts: DeviceFacts | undefined, compiled: CompiledDevice | undefined): ReviewRow[] {
  if (!facts || !compiled) return []
  const { verbs, online, ...rest } = facts
  const { document, before } = compiled
  const diff = document ? diffDocuments(before, document) : { added: 0, removed: 0, hunks: [] }
  return [
    {
      ...rest,
      online: online ? 1 : 0,
      returns: verbs.includes('arm') ? 1 : 0,
      configurable: document ? 1 : 0,
      known: before ? 1 : 0,
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
