import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import type { Db } from '../../../kernel/db.ts'
import { discoverCleanup } from '../../../kernel/discovery/discover.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { invalidateSessions } from '../api.ts'
import { countOtherAdmins, lockTeam, removeAccount } from '../store.ts'
import {
  type DueAccount,
  holdDue,
  withdrawCancellation,
  listColleagues,
  listDue,
  makeOwner,
  removeTeam,
} from './store.ts'

/** Removes the accounts that their owners closed and did not sign in to again. */
export const closeAccounts = defineJob({
  name: 'account.close',
  every: '7 * * * *',
  async run(_: unknown, system: System) {
    for (const due of await listDue(system, system.now())) await closeOne(system, due)
  },
})

type AnnounceClosed = () => Promise<void> | void

async function closeOne(system: System, due: DueAccount): Promise<void> {
  const news: AnnounceClosed[] = []
  const closed = await system.database.transaction(async (db) => {
    const at = { db, access: system.access }
    await lockTeam(at, due.team_id)
    if (!(await holdDue(at, due.id, system.now()))) return false
    if (due.is_admin && (await countOtherAdmins(at, due.id)) === 0) return keepLastAdmin(system, db, due)
    const colleagues = await listColleagues(at, due.team_id, due.id)
    if (colleagues.length === 0) await closeTeam(system, db, due, news)
    else await leaveTeam(system, db, due, colleagues)
    return true
  })
  if (!closed) return
  for (const tell of news) await tell()
  invalidateSessions(system, [due.id])
  system.log.info({ uid: due.id, account: due.account }, 'a closed account was removed')
}

/** There were other administrators when it was closed; now one has to remain. */
async function keepLastAdmin(system: System, db: Db, { id, account }: DueAccount): Promise<boolean> {
  await withdrawCancellation({ db, access: system.access }, id)
  system.log.warn({ uid: id, account }, 'a closed account stays: it is the last administrator of the installation')
  return false
}

/** A team always has an owner. */
async function leaveTeam(
  { access }: System,
  db: Db,
  { id }: DueAccount,
  colleagues: Awaited<ReturnType<typeof listColleagues>>,
): Promise<void> {
  const [heir] = colleagues
  if (heir && heir.role !== accountRole.id.owner) await makeOwner({ db, access }, heir.id)
  await removeAccount({ db, access }, id)
}

async function closeTeam(system: System, db: Db, { team_id }: DueAccount, news: AnnounceClosed[]): Promise<void> {
  const at = { db, access: system.access }
  const cleanup = await discoverCleanup('team')
  await cleanup.run(
    {
      ...at,
      system,
      audit: () => {},
      emit: (event, payload) => void news.push(() => system.emit(event, payload)),
      afterwards: (work) => void news.push(work),
    },
    [team_id],
  )
  await removeTeam(at, team_id)
}
