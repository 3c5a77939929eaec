import { changeErrors as errors } from '@belvedere/contract/rooms/change/errors.ts'
import { thingName } from '@belvedere/contract/kit/intent/kinds.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { checkEdits, devicesTouched, sealEdits } from '../../intent/api.ts'
import { holdDraft, listEdits, namesOf, putEdits, touchDraft } from '../store.ts'

/** Maximum number of edits of one set; larger changes belong in an intent of a higher level. */
const MOST = 1000

export interface DraftNow {
  id: number
  rev: number
  edit_cnt: number
  device_cnt: number
}

/** Checks edits and adds them to the caller's draft, which is created if it does not exist. Refuses invalid ones. */
export async function addToDraft(ctx: Ctx, edits: readonly Edit[], name: string | undefined): Promise<DraftNow> {
  const sealed = await sealEdits(ctx, await checkEdits(ctx, edits, ctx.lang))
  const operator = ctx.session?.name ?? ''
  const draft = await holdDraft(ctx, { operator, name: name?.trim() || (await nameOf(sealed, ctx)), now: ctx.now() })
  if (!draft) throw new Error('a draft was neither found nor made')
  const there = new Map((await listEdits(ctx, draft.id)).map((edit) => [placeOf(edit), edit]))
  const merged = sealed.map((edit) => withSecrets(edit, there.get(placeOf(edit))))
  for (const edit of merged) there.set(placeOf(edit), edit)
  if (there.size > MOST) throw refuse(errors.tooMany, { most: MOST })
  await putEdits(ctx, draft.id, merged)
  const device_cnt = (await devicesTouched(ctx, [...there.values()])).length
  return touchDraft(ctx, draft.id, { device_cnt, name: name?.trim() || undefined })
}

const placeOf = ({ level, target_id, kind, key }: Edit) => `${level} ${target_id} ${kind} ${key}`

/** An unchanged secret is the one of the draft, where the draft has set one. */
function withSecrets(edit: Edit, before: Edit | undefined): Edit {
  if (!edit.set || !before?.set) return edit
  const set = Object.entries(edit.set).map(([field, value]) => {
    const kept = before.set?.[field]
    return [field, value === true && typeof kept === 'object' ? kept : value]
  })
  return { ...edit, set: Object.fromEntries(set) }
}

/** A draft without a name is named after its first edit. */
async function nameOf([first]: readonly Edit[], ctx: Ctx): Promise<string> {
  if (!first) return ''
  const names = await namesOf(ctx, [first])
  const what = thingName(first.kind, first.key, ctx.lang)
  const target = names.get(`${first.level} ${first.target_id}`) ?? ''
  return [target, what]
    .filter(Boolean)
    .join(ctx.lang === 'zh' ? '：' : ': ')
    .slice(0, 64)
}
