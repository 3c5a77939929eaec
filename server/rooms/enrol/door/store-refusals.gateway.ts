import { doorReason } from '@belvedere/contract/rooms/enrol/door/enums.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { type DoorRefusal, doorSubject } from '../../../devices/door-link.ts'
import type { System } from '../../../kernel/implement.ts'
import { authorityLines } from '../../../base/keys/device-authorities.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { doorUpdated } from './news.events.ts'
import { saveRefused } from './store.ts'
import { nameLines } from './dial-in-address.ts'

/**
 * Stores connections that gateways refuse, and prints at start-up which CAs they trust. Runs in the gateway's process;
 * calls read the store.
 */
export const storeRefusals = defineStartup<System>({
  order: 34,
  role: 'gateway',
  async run(system): Promise<Words[]> {
    system.bus.serve(doorSubject, async ({ refusals }: { refusals: DoorRefusal[] }) => {
      const list = refusals.map((one) => ({ ...one, reason: doorReason.id[one.reason] }))
      const scene_ids = await system.database.transaction((db) => saveRefused(db, list))
      system.emit(doorUpdated, { scene_ids })
    })
    return [...authorityLines(system.pki.authorities), ...nameLines(system)]
  },
})
