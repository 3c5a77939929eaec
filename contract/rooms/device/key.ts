import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Flag, Id, IdOrZero, Maybe, Time } from '../../kit/schema.ts'
import { deviceErrors as errors } from './errors.ts'
import { keyIssuer } from './key/enums.ts'

/** SHA-256 of a public key (SPKI), hex. */
const Fingerprint = Type.String({ minLength: 64, maxLength: 64, pattern: '^[0-9a-f]{64}$' })

/** Another key that was presented for the serial number of a claimed device. */
const KeyChange = Type.Object({
  device_id: Id,
  sn: Type.String(),
  name: Type.String(),
  scene_id: Id,
  /** The bound key of the device, and the new one. */
  bound: Type.String(),
  fingerprint: Type.String(),
  issuer: enumOf(keyIssuer),
  /** Serial number of its certificate; '': presented at enrolment. */
  certificate: Type.String(),
  /** Address of its last connection. */
  address: Type.String(),
  first_at: Time,
  last_at: Time,
  /** How often it was refused. */
  tries: Type.Integer(),
  /** 1: the owner has rejected it. */
  rejected: Flag,
})

const One = Type.Object({ id: Id, fingerprint: Fingerprint })

export const keyCalls = defineCalls({
  get: {
    at: 'GET device/key',
    does: { zh: '设备密钥', en: 'The key of a device, and pending key changes' },
    who: 'device.read',
    scene: 'read',
    in: Type.Object({ id: Id }),
    out: Type.Object({
      /** '': it has never connected. */
      fingerprint: Type.String(),
      issuer: enumOf(keyIssuer),
      /** Serial number of its newest certificate, and when the last of its certificates ends. */
      certificate: Type.String(),
      ends_at: Time,
      /** Since when it is bound to this key. */
      bound_at: Maybe(Time),
      /** 1: the caller's team owns it and may decide. */
      own: Flag,
      changes: Type.Array(KeyChange),
    }),
    shows: ['device'],
  },
  changes: {
    at: 'GET device/key/change',
    does: { zh: '待确认的设备密钥变更', en: 'Device key changes waiting for a decision' },
    who: 'device.read',
    scene: 'read',
    in: Type.Object({ scene_id: Type.Optional(IdOrZero) }),
    /** The newest 100 of those of the caller's own team. */
    out: Type.Object({ total: Type.Integer(), list: Type.Array(KeyChange) }),
    shows: ['device'],
  },
  accept: {
    at: 'POST device/key/accept',
    does: { zh: '接受设备的新密钥', en: 'Accept the new key of a device' },
    who: 'device.write',
    scene: 'own',
    fresh: true,
    in: One,
    out: Empty,
    errors: [errors.noKeyChange],
  },
  reject: {
    at: 'POST device/key/reject',
    does: { zh: '拒绝设备的新密钥', en: 'Reject the new key of a device' },
    who: 'device.write',
    scene: 'own',
    in: One,
    out: Empty,
    errors: [errors.noKeyChange],
  },
})
