import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { viewCalls } from '@belvedere/contract/rooms/account/view.ts'
import type { DeletedSnapshot } from '../../kernel/database/deleted-snapshot.ts'
import { captureSnapshots } from '../../engines/deleted-snapshot/snapshot-store.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { addView, clearUsual, findView, listViews, removeView, saveView, type ViewRow } from './view/store.ts'

/** Maximum number of views of one account. */
const MAX_VIEWS = 200

export const calls = implement(viewCalls, {
  list: async (ctx, { list }) => ({ list: await listViews(ctx, ctx.uid, list) }),
  async add(ctx, { list, name, usual = 0, state }) {
    if ((await listViews(ctx, ctx.uid, undefined)).length >= MAX_VIEWS)
      throw refuse(errors.tooManyViews, { most: MAX_VIEWS })
    if (usual) await clearUsualView(ctx, list)
    const made = named(ctx, await addView(ctx, ctx.uid, { list, name: name.trim(), usual, state }, ctx.now()))
    note(ctx, made, undefined, stateOf(made))
    return made
  },
  async change(ctx, { id, name, usual, state }) {
    const was = await findView(ctx, ctx.uid, id)
    if (!was) throw refuse(commonErrors.notFound)
    if (usual) await clearUsualView(ctx, was.list, id)
    const next = { ...was, name: name?.trim() ?? was.name, usual: usual ?? was.usual, state: state ?? was.state }
    const saved = named(ctx, await saveView(ctx, ctx.uid, next, ctx.now()))
    note(ctx, saved, stateOf(was), stateOf(saved))
    return saved
  },
  async remove(ctx, { id }) {
    const was = await findView(ctx, ctx.uid, id)
    if (!was) throw refuse(commonErrors.notFound)
    const snapshot = (await captureSnapshots(ctx.db, 'list_view', [id])).get(id)
    await removeView(ctx, ctx.uid, id)
    note(ctx, was, stateOf(was), undefined, snapshot)
    return {}
  },
})

/** The fields of a view in the operation log. */
export const stateOf = ({ list, name, usual, state }: ViewRow) => ({ list, name, usual, state })

/** A list has at most one default view. */
export async function clearUsualView(ctx: Ctx, list: string, beside?: number): Promise<void> {
  for (const one of await clearUsual(ctx, ctx.uid, list, beside)) note(ctx, one, { usual: 1 }, { usual: 0 })
}

function note(
  ctx: Ctx,
  { id, name }: ViewRow,
  before: object | undefined,
  after: object | undefined,
  snapshot?: DeletedSnapshot,
): void {
  ctx.audit({ object: `view:${id}`, name, before, after, snapshot })
}

function named({ lang }: Ctx, view: ViewRow | undefined): ViewRow {
  if (!view) throw refuse(errors.viewName, undefined, { fields: { name: errors.viewName[lang] } })
  return view
}
