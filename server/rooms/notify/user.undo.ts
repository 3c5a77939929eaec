import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { defineUndo, type AuditedWrite, type Reversal } from '../../engines/undo/define-undo.ts'
import { contactChanged } from './contact/changed.events.ts'
import { lockContact, isNameTaken } from './contact/store.ts'
import { type RecipientRule, ruleIn } from './contact/contact-rule.ts'
import { calls, refuseTaken } from './user.ts'

const { handlers } = calls

const user: Reversal = {
  kind: 'alarm-user',
  async read(ctx, id) {
    const found = await lockContact(ctx, id)
    return found && { name: found.name, ...ruleIn(found) }
  },
  async change(ctx, id, to) {
    const found = await lockContact(ctx, id)
    if (found) await handlers.change(ctx, { id, rev: found.rev, ...(to as Partial<RecipientRule>) })
  },
  remove: (ctx, id) => handlers.remove(ctx, { id }),
  async restore(ctx, _, state, restoreRows) {
    const { name, type } = state as { name?: string; type?: number }
    if (name && type !== undefined && (await isNameTaken(ctx, type, name))) throw refuseTaken(ctx, name)
    await restoreRows()
    ctx.emit(contactChanged, { team_id: ctx.access.team_id })
  },
}

const secret = {
  zh: '地址和密钥不保留旧值，请重新填写',
  en: 'Previous addresses and secrets are not kept; enter them again',
}
const unlessSecret = ({ after }: AuditedWrite) => (after && 'address' in after ? secret : user)
const sent = { zh: '消息已发出', en: 'The messages went out' }
const shown = { zh: '地址已确认属于其主人', en: 'The owner confirmed the address' }

export const undo = defineUndo(userCalls, { add: user, change: unlessSecret, remove: user, verify: shown, retry: sent })
