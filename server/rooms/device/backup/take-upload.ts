import { packageSubject, uploadAskSubject, uploadSubject, type UploadTaken } from '../../../kernel/enrol-link.ts'
import type { System } from '../../../kernel/implement.ts'
import { hashToken } from '../../../kernel/session.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { findPackage, ticketIsGood, useTicket } from '../command/store.ts'
import { insertBackup } from './store.ts'

interface Asked {
  ticket: string
}

/** Tells the transfer gateway which addresses are good, and keeps what arrives. Runs where that gateway runs. */
export const transfers = defineStartup<System>({
  order: 32,
  role: 'gateway',
  async run(system) {
    const { bus, db, now } = system
    bus.serve(uploadAskSubject, ({ ticket }: Asked) => ticketIsGood(db, 'upload', hashToken(ticket), now()))
    bus.serve(uploadSubject, (taken: UploadTaken) => keep(system, taken))
    bus.serve(packageSubject, async ({ ticket }: Asked) => (await findPackage(db, hashToken(ticket), now())) ?? null)
  },
})

async function keep(system: System, taken: UploadTaken): Promise<boolean> {
  const scene_id = await system.database.transaction(async (db) => {
    const ticket = await useTicket(db, 'upload', hashToken(taken.ticket), system.now())
    return ticket && (await insertBackup(db, ticket, taken, system.now()))
  })
  if (scene_id === undefined) return false
  system.tell({ topic: 'backup', scene_id: scene_id ?? 0 })
  return true
}
