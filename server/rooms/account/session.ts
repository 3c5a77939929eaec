import { loginType } from '@belvedere/contract/rooms/account/enums.ts'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { sessionCalls } from '@belvedere/contract/rooms/account/session.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { agentWords } from './agent-words.ts'
import { invalidateSessions } from './api.ts'
import { placeWords } from '../../engines/addresses/api.ts'
import { requireConsole } from './otp/step-up.ts'
import {
  listSessions,
  listSignIns,
  type SignInNoteRow,
  type OpenSession,
  removeOtherSessions,
  removeSession,
} from './session/store.ts'

type SessionListRow = Out<typeof sessionCalls.list>['list'][number]
type SignInRow = Out<typeof sessionCalls.log>['list'][number]

export const calls = implement(sessionCalls, {
  async list(ctx) {
    const rows = await Promise.all((await listSessions(ctx, ctx.uid, ctx.now())).map((one) => shown(ctx, one)))
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
  async log(ctx, input) {
    const { total, list } = await listSignIns(ctx, input)
    const words = async ({ uid: _, agent, method, ...row }: SignInNoteRow): Promise<SignInRow> => {
      const place = await placeWords(row.ip, ctx.lang)
      return { ...row, ...agentWords(agent), place, way: method as SignInRow['way'], type: typeOf(method) }
    }
    return { total, list: await Promise.all(list.map(words)) }
  },
})

/** A method that follows another one is the second step. */
const typeOf = (method: string): SignInRow['type'] => (isFirst(method) ? loginType.id[method] : loginType.id.second)
const isFirst = (method: string): method is Exclude<keyof typeof loginType.id, 'second'> =>
  method !== 'second' && Object.hasOwn(loginType.id, method)

async function shown(ctx: Ctx, { agent, ...one }: OpenSession): Promise<SessionListRow> {
  const place = await placeWords(one.ip, ctx.lang)
  return { ...one, ...agentWords(agent), place, current: one.id === ctx.session?.id ? 1 : 0 }
}

function note(ctx: Ctx, before: object): void {
  ctx.audit({ object: `account:${ctx.uid}`, name: ctx.session?.account, before })
  ctx.afterwards(() => invalidateSessions(ctx.system, [ctx.uid]))
}
