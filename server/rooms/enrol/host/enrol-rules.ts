import { keyIssuer } from '@belvedere/contract/rooms/device/key/enums.ts'

export interface KnownHost {
  scene_id: number | null
  blocked: boolean
  online: boolean
  key_fingerprint: string
  key_issuer: number
}

/** What is there under the serial number of a host that enrols. */
export interface EnrolCase {
  device: KnownHost | null
  /** Why its key must not come under this number; null: it may. */
  revoked: string | null
  /** Scene of the token. */
  scene_id: number
  fingerprint: string
}

export type EnrolVerdict = 'take' | 'claimed' | 'waits' | 'held' | 'revoked' | 'rejected'

/**
 * A token lets a host into a scene; it does not give it what another key holds. A claimed device with another key is its owner's to
 * decide on (`waits`). One that nobody claimed and that shows the certificate of its maker, or is connected, is not pushed aside.
 */
export function enrolVerdict({ device, revoked, scene_id, fingerprint }: EnrolCase): EnrolVerdict {
  if (revoked !== null) return revoked === 'rejected' ? 'rejected' : 'revoked'
  if (!device) return 'take'
  if (device.blocked || (device.scene_id !== null && device.scene_id !== scene_id)) return 'claimed'
  if (device.key_fingerprint === '' || device.key_fingerprint === fingerprint) return 'take'
  if (device.scene_id !== null) return 'waits'
  return device.online || device.key_issuer !== keyIssuer.id.own ? 'held' : 'take'
}
