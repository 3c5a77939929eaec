import { findPackage, takeImage, teamOfTicket, type Ticket, useTicket } from '../task/api.ts'
import {
  packageSubject,
  type UploadAnswer,
  uploadRequestSubject,
  uploadSubject,
  type UploadTaken,
} from '../../devices/enrol-link.ts'
import { type ImageRequest, imageSentSubject, imageSubject } from '../../devices/transfer/link.ts'
import type { System } from '../../kernel/implement.ts'
import { hashToken } from '../../kernel/session.ts'
import { defineStartup } from '../../kernel/startup.ts'
import { saveContents } from './content/store.ts'
import { insertBackups, type NewBackup } from './store.ts'

interface UploadInput {
  ticket: string
}

/** How often an image may be requested by one link: devices retry when a transfer breaks off. */
const IMAGE_TRIES = 4

/** Gives the transfer gateway the valid addresses, and stores what arrives. Runs where that gateway runs. */
export const transfers = defineStartup<System>({
  order: 32,
  role: 'gateway',
  async run(system) {
    const { bus, db, now } = system
    bus.serve(
      uploadRequestSubject,
      async ({ ticket }: UploadInput): Promise<UploadAnswer> =>
        (await teamOfTicket(db, 'upload', hashToken(ticket), now())) ?? null,
    )
    bus.serve(uploadSubject, (taken: UploadTaken) => keep(system, taken))
    bus.serve(imageSubject, async ({ ticket, plain }: ImageRequest) => {
      return (await takeImage(db, hashToken(ticket), { at: now(), plain, most: IMAGE_TRIES })) ?? null
    })
    bus.serve(imageSentSubject, async ({ ticket }: UploadInput) =>
      Boolean(await useTicket(db, 'image', hashToken(ticket), now())),
    )
    bus.serve(
      packageSubject,
      async ({ ticket }: UploadInput) => (await findPackage(db, hashToken(ticket), now())) ?? null,
    )
  },
})

/** Complete once the device has confirmed it. Content that is already stored is not stored twice. */
async function keep(system: System, taken: UploadTaken): Promise<boolean> {
  const { file, content, sent_sha256 } = taken
  const at = system.now()
  const done = await system.database.transaction(async (db) => {
    const ticket = await useTicket(db, 'upload', hashToken(taken.ticket), at)
    if (!ticket) return undefined
    const kept = await saveContents(db, [{ ...content, format: 'archive', sealed: null, file }])
    const one = kept.get(content.digest)
    if (!one) return undefined
    const [backup] = await insertBackups(db, [backupOf(ticket, one.id, sent_sha256)], at)
    return backup && { backup, known: one.known }
  })
  if (!done || done.known) await system.files.remove(file)
  if (!done) return false
  system.tell({ topic: 'backup', scene_id: done.backup.scene_id ?? 0 })
  return true
}

function backupOf({ device_id, task_id, args }: Ticket, content_id: number, sha256: string): NewBackup {
  const { source = 'manual', operator = '', note = '', ask = '' } = args as Partial<NewBackup>
  return { device_id, task_id, source, operator, note, ask, content_id, sha256, complete: false, derived: false }
}
