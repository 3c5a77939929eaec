import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { Calls } from '@belvedere/contract/kit/define-calls.ts'
import type { Ctx, Handlers } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { type StatScope, hasGroup } from './store.ts'

/**
 * Handlers of calls over a scope: a scene group that does not belong to the caller's team is refused, like a foreign
 * scene.
 */
export function inScope<const T extends Calls>(handlers: Handlers<T>): Handlers<T> {
  const checked = Object.entries(handlers).map(([key, answer]) => [
    key,
    async (ctx: Ctx, request: StatScope) => {
      if (request.group_id && !(await hasGroup(ctx, request.group_id))) throw refuse(commonErrors.notFound)
      return answer(ctx, request as Parameters<typeof answer>[1])
    },
  ])
  return Object.fromEntries(checked) as Handlers<T>
}
