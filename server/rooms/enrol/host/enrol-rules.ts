import { keyIssuer } from '@belvedere/contract/rooms/device/key/enums.ts'

export interface KnownHost {
  scene_id: number | null
  blocked: boolean
  online: boolean
  key_fingerprint: string
  key_issuer: number
}

/** The stored state of the serial number of an enrolling host. */
export interface EnrolCase {
  device: KnownHost | null
  /** Why its key is not accepted for this number; null: it is. */
  revoked: string | null
  /** Scene of the token. */
  scene_id: number
  fingerprint: string
}

export type EnrolVerdict = 'take' | 'claimed' | 'waits' | 'held' | 'revoked' | 'rejected'

/**
 * A token admits a host to a scene; it does not give it a serial number that another key holds. The owner of a claimed
 * device with another key decides (`waits`). An unclaimed device that presents the certificate of its manufacturer, or
 * is connected, is not replaced.
 */
export function enrolVerdict({ device, revoked, scene_id, fingerprint }: EnrolCase): EnrolVerdict {
  if (revoked !== null) return revoked === 'rejected' ? 'rejected' : 'revoked'
  if (!device) return 'take'
  if (device.blocked || (device.scene_id !== null && device.scene_id !== scene_id)) return 'claimed'
  if (device.key_fingerprint === '' || device.key_fingerprint === fingerprint) return 'take'
  if (device.scene_id !== null) return 'waits'
  return device.online || device.key_issuer !== keyIssuer.id.own ? 'held' : 'take'
}
