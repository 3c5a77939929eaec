import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag, Id, IdOrZero, Line, Lines, Maybe, Name, enumOf } from '../../kit/schema.ts'
import { snmpAuth, snmpPriv, snmpVersion } from './enums.ts'
import { monitorType, pollFault, thirdKind } from '../device/third/enums.ts'
import { monitorErrors as errors } from './errors.ts'

const o = Type.Optional
const Port = Type.Integer({ minimum: 1, maximum: 65_535 })
/** Kept sealed and never told; left out on a change: as it was. */
const Secret = (minLength: number) => Type.String({ minLength, maxLength: 128 })

/** How a device is watched; what a way does not need does not count. */
const plain = {
  type: enumOf(monitorType),
  /** tcp, http, snmp; the usual one where it is not told. */
  port: o(Port),
  /** Seconds between two tries. */
  interval: o(Type.Integer({ minimum: 10, maximum: 86_400, default: 60 })),
  /** Failures in a row after which it is offline. */
  misses: o(Type.Integer({ minimum: 1, maximum: 20, default: 3 })),
  /** Milliseconds one try may take. */
  timeout: o(Type.Integer({ minimum: 200, maximum: 20_000, default: 2000 })),
  tls: o(Flag),
  path: o(Type.String({ maxLength: 256, pattern: '^/[\\x21-\\x7e]*$' })),
  /** 0: any below 400. */
  status: o(Type.Integer({ minimum: 0, maximum: 599 })),
  text: o(Lines(128)),
  version: o(enumOf(snmpVersion)),
  user: o(Line(64)),
  auth: o(enumOf(snmpAuth)),
  priv: o(enumOf(snmpPriv)),
}
const secrets = { community: o(Secret(1)), auth_password: o(Secret(8)), priv_password: o(Secret(8)) }

export const MonitorIn = Type.Object({ ...plain, ...secrets })
/** Secrets say only whether they are set. */
const MonitorOut = Type.Object({ ...plain, community: Flag, auth_password: Flag, priv_password: Flag })

/** IPv4 or IPv6 address: names are not looked up, so that what was allowed is what is asked. */
const Address = Line(45, 2)
const Mac = Line(32)

/** A network in CIDR, an address, or `public` for the public internet. */
const Listed = Type.Object({ network: Line(49, 2), note: Lines(64) })

export const monitoredCalls = defineCalls({
  mod: {
    at: 'POST device/third/mod',
    does: { zh: '添加或修改第三方设备', en: 'Add or change a third-party device' },
    who: 'device.write',
    scene: 'own',
    in: Type.Object({
      /** Absent: a new one. */
      id: o(Id),
      /** Of a new one. */
      scene_id: o(Id),
      name: Name,
      kind: enumOf(thirdKind),
      ip: Address,
      /** '' takes it away. */
      mac: o(Mac),
      monitor: MonitorIn,
      /** 0: none of its own. */
      logo_id: o(IdOrZero),
    }),
    out: Type.Object({ id: Id }),
    errors: [errors.badAddress, errors.ownAddress, errors.notListed, errors.monitorLacks, errors.notThird],
  },
  test: {
    at: 'POST device/third/test',
    does: { zh: '测试监测方式', en: 'Try a monitor once' },
    who: 'device.write',
    scene: 'own',
    in: Type.Object({
      /** Secrets that are left out are taken from this device. */
      id: o(Id),
      scene_id: o(Id),
      ip: Address,
      monitor: MonitorIn,
    }),
    out: Type.Object({
      ok: Flag,
      rtt_ms: Maybe(Type.Number()),
      fault: enumOf(pollFault),
      detail: Type.String(),
      certificate_end: Maybe(Type.Integer()),
      /** What it says it is; SNMP alone. */
      identity: o(
        Type.Object({ vendor: Type.String(), model: Type.String(), firmware: Type.String(), name: Type.String() }),
      ),
    }),
    errors: [
      errors.badAddress,
      errors.ownAddress,
      errors.notListed,
      errors.monitorLacks,
      errors.notThird,
      errors.noPoller,
    ],
    tx: false,
    audit: false,
    per_minute: 60,
  },
  get: {
    at: 'GET device/third',
    does: { zh: '第三方设备设置', en: 'Settings of a third-party device' },
    who: 'config.read',
    scene: 'read',
    in: Type.Object({ id: Id }),
    out: Type.Object({
      id: Id,
      scene_id: Id,
      name: Type.String(),
      kind: enumOf(thirdKind),
      ip: Type.String(),
      mac: Type.String(),
      logo_id: Maybe(Id),
      monitor: MonitorOut,
    }),
    errors: [errors.notThird],
    shows: ['device'],
  },
  networks: {
    at: 'GET device/third/networks',
    does: { zh: '可监测的网段', en: 'Networks that monitors may reach' },
    who: 'device.networks',
    scene: 'none',
    in: Type.Object({}),
    out: Type.Object({
      networks: Type.Array(Listed),
      /** Of the flag `--monitor-networks`. */
      trusted: Type.Array(Type.String()),
    }),
    shows: ['device'],
  },
  allow: {
    at: 'POST device/third/networks',
    does: { zh: '设置可监测的网段', en: 'Set the networks that monitors may reach' },
    who: 'device.networks',
    scene: 'none',
    // opens networks of the server itself
    fresh: true,
    in: Type.Object({ networks: Type.Array(Listed, { maxItems: 200 }) }),
    out: Type.Object({}),
    errors: [errors.badNetwork],
  },
})
