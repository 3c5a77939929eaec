import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { viewCalls } from '@belvedere/contract/rooms/account/view.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { addView, clearUsual, findView, listViews, removeView, saveView, type View } from './view/store.ts'

/** Of one account. */
const MAX_VIEWS = 200

export const calls = implement(viewCalls, {
  list: async (ctx, { list }) => ({ list: await listViews(ctx, ctx.uid, list) }),
  async add(ctx, { list, name, usual = 0, state }) {
    if ((await listViews(ctx, ctx.uid, undefined)).length >= MAX_VIEWS)
      throw refuse(errors.tooManyViews, { most: MAX_VIEWS })
    if (usual) await clearUsual(ctx, ctx.uid, list)
    return named(ctx, await addView(ctx, ctx.uid, { list, name: name.trim(), usual, state }, ctx.now()))
  },
  async change(ctx, { id, name, usual, state }) {
    const was = await findView(ctx, ctx.uid, id)
    if (!was) throw refuse(commonErrors.notFound)
    if (usual) await clearUsual(ctx, ctx.uid, was.list)
    const next = { ...was, name: name?.trim() ?? was.name, usual: usual ?? was.usual, state: state ?? was.state }
    return named(ctx, await saveView(ctx, ctx.uid, next, ctx.now()))
  },
  async remove(ctx, { id }) {
    if (!(await removeView(ctx, ctx.uid, id))) throw refuse(commonErrors.notFound)
    return {}
  },
})

function named({ lang }: Ctx, view: View | undefined): View {
  if (!view) throw refuse(errors.viewName, undefined, { fields: { name: errors.viewName[lang] } })
  return view
}
