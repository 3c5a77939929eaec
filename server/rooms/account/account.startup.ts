import type { Words } from '@belvedere/contract/kit/text.ts'
import { passwordLevel } from '@belvedere/pure/sign-in/password-level.ts'
import { accountErrors } from '@belvedere/contract/rooms/account/errors.ts'
import type { System } from '../../kernel/implement.ts'
import { StartTrouble } from '../../base/process/start-trouble.ts'
import { defineStartup } from '../../kernel/startup.ts'
import { foundTeam } from './api.ts'
import { firstPassword, deleteFirstPassword } from './first-password.ts'
import { noteStart } from './note-start.ts'
import { hashPassword, isPassword } from './password.ts'
import { changeAccount, findFirstAdmin, hasAccounts } from './store.ts'

const NAME = 'admin'

/**
 * Creates the first administrator and its team at the first start. Its generated password is printed until it has been
 * used.
 */
export const firstAdministrator = defineStartup({
  order: 10,
  role: 'worker',
  run: async (system: System) => ((await hasAccounts(system)) ? tellAgain(system) : begin(system)),
})

async function begin(system: System): Promise<Words[]> {
  const given = process.env['BELVEDERE_ADMIN_PASSWORD'] ?? ''
  if (given && passwordLevel(given) === 0) {
    const { zh, en } = accountErrors.weakPassword
    throw new StartTrouble({ zh: `BELVEDERE_ADMIN_PASSWORD：${zh}`, en: `BELVEDERE_ADMIN_PASSWORD: ${en}` })
  }
  const password = given || (await firstPassword(system.config.data))
  const start = { team: NAME, account: NAME, password, is_admin: 1, unused: given ? 0 : 1, now: system.now() } as const
  await system.database.transaction(async (db) => {
    const { team_id, uid } = await foundTeam({ db, access: system.access }, start)
    const what = { call: 'POST user/register', object: `team:${team_id}`, name: NAME }
    const after = { owner: NAME, is_admin: 1, password: given ? 'given' : 'generated' }
    await noteStart(db, system, { id: uid, account: NAME, team_id }, { ...what, after })
  })
  return given ? [] : tell(password)
}

async function tellAgain(system: System): Promise<Words[]> {
  const admin = await findFirstAdmin(system)
  if (!admin?.unused) {
    await deleteFirstPassword(system.config.data)
    return []
  }
  const password = await firstPassword(system.config.data)
  // the data directory differs from that of the first start: the old password cannot be known
  if (!(await isPassword(password, admin.hash, { who: 'start', isFirst: true }))) {
    const hash = await hashPassword(password)
    await system.database.transaction(async (db) => {
      await changeAccount({ db, access: system.access }, admin.id, { hash }, NAME, system.now())
      const what = { call: 'PUT user/member', object: `account:${admin.id}`, name: admin.account }
      await noteStart(db, system, admin, { ...what, after: { password: 'generated' } })
    })
  }
  return tell(password, admin.account)
}

function tell(password: string, account = NAME): Words[] {
  return [
    {
      zh: `首次登录：账号 ${account}，密码 ${password}`,
      en: `First sign-in: account ${account}, password ${password}`,
    },
  ]
}
