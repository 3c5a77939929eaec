import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Line } from '../../kit/schema.ts'

export const MenuEntry = Type.Object({
  /** Path of a route. */
  slug: Type.String({ pattern: '^/?[A-Za-z0-9][A-Za-z0-9/_-]{0,63}$' }),
  title: Line(64),
  /** From 1. */
  sort: Type.Integer({ minimum: 1, maximum: 1000 }),
})

const Nav = Type.Object({ list: Type.Array(MenuEntry) })

/** With the external address of the entry Help; '': none. */
const NavAndHelp = Type.Object({ ...Nav.properties, help: Type.String() })

export const menuCalls = defineCalls({
  get: {
    at: 'GET menu/nav',
    does: { zh: '顶部菜单的顺序', en: 'Read the order of the top menu' },
    who: 'session',
    scene: 'none',
    in: Empty,
    out: NavAndHelp,
  },
  change: {
    at: 'POST menu/nav',
    does: { zh: '保存顶部菜单的顺序', en: 'Save the order of the top menu' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ nav: Type.Array(MenuEntry, { maxItems: 50 }) }),
    out: Nav,
    audit: false,
  },
})
