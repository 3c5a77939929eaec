import type { Words } from '@belvedere/contract/kit/text.ts'
import type { System } from '../../kernel/implement.ts'
import { defineStartup } from '../../kernel/startup.ts'
import { noteStart } from './note-start.ts'
import { openAgain, takeSecondStep } from './open-again.ts'
import { generatePassword, hashPassword } from './password.ts'
import { changeAccount, findByName } from './store.ts'

/**
 * Recovery for an administrator without other administrators: a person who may start the server may also set a new
 * password. The second step is removed and the sessions end; the log records that it was done here.
 */
export const rescue = defineStartup({
  order: 11,
  role: 'worker',
  run: async (system: System) => (system.config.rescue ? giveBack(system, system.config.rescue) : []),
})

async function giveBack(system: System, name: string): Promise<Words[]> {
  const account = await findByName(system, name)
  if (!account) throw new Error(`--rescue: 没有账号 ${name} / there is no account ${name}`)
  const password = generatePassword()
  const hash = await hashPassword(password)
  const now = system.now()
  await system.database.transaction(async (db) => {
    const at = { db, access: system.access }
    await takeSecondStep(at, account)
    await openAgain(at, account)
    await changeAccount(at, account.id, { hash }, 'system', now)
    const what = { call: 'PUT user/member', object: `account:${account.id}`, name: account.account }
    await noteStart(db, system, account, { ...what, after: { rescue: true, password: true, second_step: 0 } })
  })
  return [
    {
      zh: `账号 ${account.account} 的新密码：${password}（两步验证已解除）`,
      en: `Account ${account.account}: new password ${password} (its second step is off)`,
    },
  ]
}
