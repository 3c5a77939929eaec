import { menuCalls } from '@belvedere/contract/rooms/account/menu.ts'
import { implement } from '../../kernel/implement.ts'
import { orderNav } from './rules.ts'
import { readNav, saveNav } from './store.ts'

export const calls = implement(menuCalls, {
  async get(ctx) {
    return { list: orderNav(await readNav(ctx, ctx.uid), ctx.lang), help: ctx.system.config['help-url'] }
  },
  async change(ctx, { nav }) {
    const list = orderNav(nav, ctx.lang)
    await saveNav(ctx, ctx.uid, list)
    return { list }
  },
})
