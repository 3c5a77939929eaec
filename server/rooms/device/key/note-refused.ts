import { keyIssuer } from '@belvedere/contract/rooms/device/key/enums.ts'
import type { AuditEntry } from '../../../kernel/audit.ts'
import type { IdentifyAnswer } from '../../../devices/device-link.ts'
import type { IncomingDevice } from '../presence/incoming-device.ts'
import type { System } from '../../../kernel/implement.ts'
import { writeAuditEntries } from '../../log/api.ts'
import { saveKeyChanges, saveKeyTries, type RefusedKey, type Wanting } from './store.ts'

/** A refused request to connect, and why. */
export interface RefusedDevice {
  readonly ask: IncomingDevice
  readonly why: NonNullable<IdentifyAnswer['refused']>
}

/**
 * Records devices that were refused for their key: a different key waits for the owner's decision, and one entry for
 * each key and hour is added to the log of the owning team. A failure here admits no device.
 */
export async function noteRefused(system: System, refused: readonly RefusedDevice[]): Promise<void> {
  const of = (wanted: RefusedDevice['why']) => refused.flatMap(({ ask, why }) => (why === wanted ? wantingOf(ask) : []))
  try {
    const changes = of('other-key')
    const tries = of('revoked')
    const kept = await system.database.transaction(async (db) => {
      const due = changes.length ? await saveKeyChanges(db, changes, system.now()) : []
      const tried = tries.length ? await saveKeyTries(db, tries, system.now()) : []
      await writeAuditEntries(db, [
        ...due.map((one) => entryOf(system, 'device.key-refused', one)),
        ...tried.map((one) => entryOf(system, 'device.key-revoked', one)),
      ])
      return due
    })
    for (const { device_id, scene_id } of kept) system.tell({ topic: 'device', scene_id, ids: [device_id] })
  } catch (error) {
    system.log.error({ error: String(error) }, 'refused devices are not booked')
  }
}

function wantingOf({ serial, address, key }: IncomingDevice): Wanting[] {
  if (!key) return []
  const { fingerprint, issuer, certificate, ends_at } = key
  return [{ serial, fingerprint, issuer: keyIssuer.id[issuer], certificate, ends_at, address: address.slice(0, 64) }]
}

/** The log entry of the owner about a refused key. */
export function entryOf({ now }: Pick<System, 'now'>, call: string, tried: RefusedKey): AuditEntry {
  const { device_id, serial, name, scene_id, team_id, bound, fingerprint, address } = tried
  return {
    at: now(),
    uid: 0,
    account: '',
    team_id,
    scene_id,
    channel: 'system',
    ip: address,
    request_id: '',
    call,
    object: `device:${device_id}`,
    name: name || serial,
    before: { sn: serial, key: bound },
    after: { sn: serial, key: fingerprint },
  }
}
