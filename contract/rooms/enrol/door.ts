import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Flag, Id, Ids, Maybe, Time } from '../../kit/schema.ts'
import { BatchOut, tableIn, tableOut } from '../../kit/table.ts'
import { authorityState, doorReason } from './door/enums.ts'

const sortable = ['id', 'last_at', 'first_at', 'count', 'address', 'sn', 'reason'] as const

/** Connection settings for devices, and the connections refused at the device port. */
export const doorCalls = defineCalls({
  refused: {
    at: 'GET device/door',
    /**
     * A refused connection belongs to no team: administrators of the installation see all, other users those with the serial number of a
     * device in a scene of their team.
     */
    does: { zh: '被拒绝接入的设备', en: 'List devices whose connection was refused' },
    who: 'device.read',
    scene: 'read',
    in: tableIn({ reason: Type.Optional(enumOf(doorReason)) }, sortable),
    out: tableOut(
      Type.Object({
        id: Id,
        address: Type.String(),
        reason: enumOf(doorReason),
        /** As in the certificate, not verified; '': there was none, or these are several. */
        subject: Type.String(),
        issuer: Type.String(),
        /** Of the certificate's common name; '': it is no serial number. */
        sn: Type.String(),
        /** When its certificate ends; null: unknown. */
        ends_at: Maybe(Time),
        /** The TLS error. */
        detail: Type.String(),
        count: Type.Integer(),
        first_at: Time,
        last_at: Time,
        /** The device of this serial number, in a scene of the caller. */
        device: Maybe(Type.Object({ id: Id, name: Type.String(), scene_name: Type.String() })),
      }),
    ),
    shows: ['door'],
  },
  forget: {
    at: 'DELETE device/door',
    does: { zh: '清除被拒绝接入的记录', en: 'Clear records of refused devices' },
    who: 'device.adopt',
    scene: 'none',
    audit: false,
    in: Type.Object({ ids: Ids }),
    out: BatchOut,
  },
  ways: {
    at: 'GET device/door/way',
    does: { zh: '设备接入的地址与证书', en: 'Address and certificates for device connections' },
    who: 'device.write',
    scene: 'none',
    in: Type.Object({}),
    out: Type.Object({
      /** Name or address for devices to connect to. */
      host: Type.String(),
      port: Type.Integer(),
      /** 1: reachable from this machine only. */
      local_only: Flag,
      /** Names and addresses of the presented certificate. */
      names: Type.Array(Type.String()),
      /** 1: the certificate carries `host`, as devices compare it. */
      name_fits: Flag,
      /** 1: the gateway shows a certificate of the operator. */
      own_certificate: Flag,
      /** SHA-256 of the presented certificate, and its expiry. */
      fingerprint: Type.String(),
      ends_at: Time,
      /** PEM that a device needs to verify it, and SHA-256 of its first certificate. */
      ca: Type.String(),
      ca_fingerprint: Type.String(),
      /** Of `--device-ca`; empty for those who are no administrators of the installation. */
      authorities: Type.Array(
        Type.Object({
          file: Type.String(),
          subject: Type.String(),
          issuer: Type.String(),
          fingerprint: Type.String(),
          ends_at: Time,
          state: enumOf(authorityState),
          chain: Type.Array(Type.String()),
        }),
      ),
    }),
  },
})
