import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Id, Line, Lines, Name } from '../../kit/schema.ts'
import { accountErrors as errors } from './errors.ts'

/** The state of a saved view. The list skips values that it does not support any more. */
const ViewState = Type.Object({
  /** Rows a page. */
  limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  /** `field asc` or `field desc`; '' = the list's own order. */
  orderby: Line(80),
  search: Lines(128),
  /** Texts by query key. */
  filters: Type.Record(Line(64, 1), Lines(2000), { maxProperties: 40 }),
  /** Properties of the shown columns, in order; absent = the recommended ones. */
  columns: Type.Optional(Type.Array(Line(64, 1), { maxItems: 100 })),
})

const View = Type.Object({
  id: Id,
  /** Key of the list, as the console uses it for saved settings; usually the address of the list's call. */
  list: Type.String(),
  name: Type.String(),
  /** 1: the default of the list. */
  usual: Flag,
  state: ViewState,
})

const list = Line(64, 1)

export const viewCalls = defineCalls({
  list: {
    at: 'GET user/view',
    does: { zh: '保存的列表视图', en: 'List the saved views of the caller' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ list: Type.Optional(list) }),
    out: Type.Object({ list: Type.Array(View) }),
  },
  add: {
    at: 'POST user/view',
    does: { zh: '保存列表视图', en: 'Save a view of a list' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ list, name: Name, usual: Type.Optional(Flag), state: ViewState }),
    out: View,
    errors: [errors.viewName, errors.tooManyViews],
  },
  /** Absent fields stay unchanged. */
  change: {
    at: 'PUT user/view',
    does: { zh: '修改列表视图', en: 'Change a saved view' },
    who: 'session',
    scene: 'none',
    in: Type.Object({
      id: Id,
      name: Type.Optional(Name),
      usual: Type.Optional(Flag),
      state: Type.Optional(ViewState),
    }),
    out: View,
    errors: [errors.viewName],
  },
  remove: {
    at: 'DELETE user/view',
    does: { zh: '删除列表视图', en: 'Delete a saved view' },
    who: 'session',
    scene: 'none',
    undoable: true,
    in: Type.Object({ id: Id }),
    out: Empty,
  },
})
