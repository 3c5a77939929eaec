import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { hashToken } from '../../../kernel/session.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import {
  type CaptureAnswer,
  captureRequestSubject,
  captureSubject,
  type CaptureTaken,
} from '../../../devices/transfer/link.ts'
import { captureOf, purgeCaptures, saveCapture } from './store.ts'

/** Registers the one-time paths of captures, and stores what arrives. */
export const takeCaptures = defineStartup<System>({
  order: 33,
  role: 'gateway',
  async run(system) {
    const { bus, db, now } = system
    bus.serve(
      captureRequestSubject,
      async ({ ticket }: { ticket: string }): Promise<CaptureAnswer> =>
        (await captureOf(db, hashToken(ticket), now())) ?? null,
    )
    bus.serve(captureSubject, async ({ ticket, file, bytes }: CaptureTaken) => {
      const how = { file, bytes, at: now() }
      const kept = await system.database.transaction((tx) => saveCapture(tx, hashToken(ticket), how))
      if (kept) system.tell({ topic: 'capture', scene_id: kept.scene_id })
      else await system.files.remove(file)
      return Boolean(kept)
    })
  },
})

export const purge = defineJob<unknown, System>({
  name: 'device.forget-captures',
  every: '20 * * * *',
  async run(_, system) {
    for (const file of await purgeCaptures(system.db, system.now())) await system.files.remove(file)
  },
})
