import { smsCalls } from '@belvedere/contract/rooms/account/sms.ts'
import { implement } from '../../kernel/implement.ts'
import { admit } from './admit.ts'
import { codeWrong, spendCode } from './code/code.ts'
import { findByAddress } from './store.ts'
import { requireTarget } from '../delivery/api.ts'

export const calls = implement(smsCalls, {
  async login(ctx, { phone, code, known_device }) {
    const target = requireTarget(ctx, 'sms', phone)
    await spendCode(ctx, { channel: 'sms', target, purpose: 'login' }, code)
    const account = await findByAddress(ctx, 'sms', target)
    if (!account) throw codeWrong(ctx)
    return admit(ctx, account, 'sms', known_device)
  },
})
