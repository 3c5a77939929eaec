import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { sessionCalls } from '@belvedere/contract/rooms/account/session.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { agentWords } from './agent-words.ts'
import { forgetSessions } from './api.ts'
import { requireConsole } from './otp/step-up.ts'
import { listSessions, listSignIns, type OpenSession, removeOtherSessions, removeSession } from './session/store.ts'

type Row = Out<typeof sessionCalls.list>['list'][number]
type SignIn = Out<typeof sessionCalls.log>['list'][number]

export const calls = implement(sessionCalls, {
  async list(ctx) {
    const rows = (await listSessions(ctx, ctx.uid, ctx.now())).map((one) => shown(ctx, one))
    return { list: rows.toSorted((a, b) => b.current - a.current) }
  },
  async remove(ctx, { id }) {
    requireConsole(ctx)
    const ended = await removeSession(ctx, ctx.uid, id)
    if (!ended) throw refuse(commonErrors.notFound)
    note(ctx, { ip: ended.ip, ...agentWords(ended.agent) })
    return {}
  },
  async others(ctx) {
    requireConsole(ctx)
    const count = await removeOtherSessions(ctx, ctx.uid, ctx.session?.id ?? 0)
    note(ctx, { sessions: count })
    return { count }
  },
  async log(ctx, asked) {
    const { total, list } = await listSignIns(ctx, asked)
    return {
      total,
      list: list.map(({ uid: _, agent, way, ...row }) => ({ ...row, ...agentWords(agent), way: way as SignIn['way'] })),
    }
  },
})

function shown(ctx: Ctx, { agent, ...one }: OpenSession): Row {
  return { ...one, ...agentWords(agent), current: one.id === ctx.session?.id ? 1 : 0 }
}

function note(ctx: Ctx, before: object): void {
  ctx.audit({ object: `account:${ctx.uid}`, name: ctx.session?.account, before })
  ctx.afterwards(() => forgetSessions(ctx.system, [ctx.uid]))
}
