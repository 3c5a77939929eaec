import { intentErrors as errors } from '@belvedere/contract/rooms/intent/errors.ts'
import { revisionCalls } from '@belvedere/contract/rooms/intent/revision.ts'
import type { Refusal } from '@belvedere/drivers/kit/compile.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { type DeviceConfig, findConfig, findRevisions, listRevisions } from './config-store.ts'
import { diffDocuments } from './diff-documents.ts'
import { loadDocuments } from './documents.ts'

interface RevisionNotes {
  explanation: Record<string, string[]>
  refusals: Refusal[]
}
const nothing: RevisionNotes = { explanation: {}, refusals: [] }

export const calls = implement(revisionCalls, {
  list: listRevisions,
  async diff(ctx, { device_id, from, to, whole }) {
    const config = await findConfig(ctx, device_id)
    if (!config) throw refuse(errors.badTarget)
    const [left, right] = [await digestsOf(ctx, config, from), await digestsOf(ctx, config, to)]
    const open = await loadDocuments(ctx.system, ctx.db, [left.digest, right.digest, right.notes])
    const notes = right.notes === null ? nothing : (open(right.notes) as unknown as RevisionNotes)
    const diff = diffDocuments(open(left.digest), open(right.digest), whole ? Number.MAX_SAFE_INTEGER : undefined)
    return {
      diff,
      explanation: notes.explanation,
      refusals: notes.refusals.map(({ intent, reason, instead }) => ({
        intent,
        reason,
        ...(instead === undefined ? {} : { instead }),
      })),
    }
  },
})

async function digestsOf(
  ctx: Ctx,
  config: DeviceConfig,
  which: string,
): Promise<{ digest: string; notes: string | null }> {
  if (which === 'running' || which === 'base') {
    const digest = config[which]
    if (digest === null) throw refuse(errors.noConfiguration)
    return { digest, notes: null }
  }
  const [row] = await findRevisions(ctx, [Number(which)])
  if (row?.device_id !== config.device_id) throw refuse(errors.noRevision)
  return row
}
