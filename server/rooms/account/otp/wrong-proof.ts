import type { ErrorSpec } from '@belvedere/contract/kit/define-errors.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import type { Account } from '../store.ts'

/** The refusal of a wrong password or code; it is also written to the server's log. */
export function wrongProof({ log, ip }: Ctx, { id }: Pick<Account, 'id'>, method: string, error: ErrorSpec) {
  log.warn({ ip, uid: id, method }, 'wrong proof')
  return refuse(error)
}
