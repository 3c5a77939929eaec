import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { Flag, Id, Int, Line, Lines, enumOf } from '../../kit/schema.ts'
import {
  intentKind,
  intentLevel,
  radioBand,
  wanType,
  wifiBandwidth,
  wifiCipher,
  wifiEncoding,
  wifiMode,
  wifiRegion,
  wifiSecurity,
} from './enums.ts'

const o = <S extends TSchema>(schema: S) => Type.Optional(schema)
const Vlan = Type.Integer({ minimum: 1, maximum: 4094 })
const Address = Type.String({ pattern: String.raw`^(\d{1,3}\.){3}\d{1,3}$`, maxLength: 15 })
const Subnet = Type.String({ pattern: String.raw`^(\d{1,3}\.){3}\d{1,3}/\d{1,2}$`, maxLength: 18 })
const Dns = Type.Array(Address, { maxItems: 4 })
const PortNames = Type.Array(Type.String({ pattern: String.raw`^[A-Za-z][A-Za-z0-9._-]{0,30}\*?$` }), {
  minItems: 1,
  maxItems: 64,
})
const Mac = Type.String({ pattern: '^([0-9a-f]{2}:){5}[0-9a-f]{2}$' })
/** kbit/s; 0: no limit. */
const Rate = Type.Integer({ minimum: 0, maximum: 100_000_000 })
/** Kept sealed, never told: an answer has `true` in its place when it is set. */
const Secret = (minLength: number, maxLength: number) => Type.String({ minLength, maxLength, secret: true })

/** With which one logs in to a device. */
export const DevicePassword = Secret(8, 32)

/**
 * Fields of an intent by kind. All are optional: what a level does not set it inherits. Fields marked `secret` are write-only.
 * `key`: '' for system; the name of the network for lan, wan and wireless; a band for radio; a port or `LAN*` for port;
 * a service's name for service; any for raw.
 */
export const intentShapes = {
  system: Type.Object({
    name: o(Line(32, 1)),
    timezone: o(Line(64, 1)),
    leds: o(Flag),
    password: o(DevicePassword),
  }),
  lan: Type.Object({
    vlan: o(Vlan),
    /** The device's own address with the prefix length. */
    subnet: o(Subnet),
    dhcp: o(Flag),
    /** Offset of the first lease in the subnet, and how many. */
    dhcp_first: o(Type.Integer({ minimum: 1, maximum: 65_534 })),
    dhcp_count: o(Type.Integer({ minimum: 1, maximum: 65_534 })),
    /** Hours. */
    dhcp_hours: o(Type.Integer({ minimum: 1, maximum: 720 })),
    dns: o(Dns),
    ports: o(PortNames),
  }),
  wan: Type.Object({
    type: o(enumOf(wanType)),
    ports: o(PortNames),
    /** On an access point this is the management VLAN. */
    vlan: o(Type.Integer({ minimum: 0, maximum: 4094 })),
    subnet: o(Subnet),
    gateway: o(Address),
    dns: o(Dns),
    user: o(Line(64, 1)),
    password: o(Secret(1, 64)),
    mac: o(Mac),
  }),
  wireless: Type.Object({
    enable: o(Flag),
    ssid: o(Line(32, 1)),
    encoding: o(enumOf(wifiEncoding)),
    bands: o(Type.Array(enumOf(radioBand), { minItems: 1, maxItems: 3 })),
    security: o(enumOf(wifiSecurity)),
    cipher: o(enumOf(wifiCipher)),
    password: o(Secret(8, 63)),
    radius_host: o(Line(253, 1)),
    radius_port: o(Type.Integer({ minimum: 1, maximum: 65_535 })),
    radius_secret: o(Secret(1, 128)),
    hidden: o(Flag),
    isolate: o(Flag),
    /** Key of the `lan` it belongs to; the device's uplink network where it is not set. */
    network: o(Line(32, 1)),
    vlan: o(Vlan),
    max_clients: o(Type.Integer({ minimum: 1, maximum: 512 })),
    up_kbps: o(Rate),
    down_kbps: o(Rate),
    deny: o(Type.Array(Mac, { maxItems: 1024 })),
  }),
  radio: Type.Object({
    enable: o(Flag),
    region: o(enumOf(wifiRegion)),
    /** 0: automatic. */
    channel: o(Type.Integer({ minimum: 0, maximum: 233 })),
    bandwidth: o(enumOf(wifiBandwidth)),
    mode: o(enumOf(wifiMode)),
    /** dBm; 0: as much as the region allows. */
    power: o(Type.Integer({ minimum: 0, maximum: 30 })),
    max_clients: o(Type.Integer({ minimum: 1, maximum: 1024 })),
  }),
  port: Type.Object({
    enable: o(Flag),
    note: o(Lines(64)),
    /** Mbit/s; 0: negotiated. */
    speed: o(Type.Integer({ minimum: 0, maximum: 400_000 })),
    duplex: o(Type.Unsafe<'full' | 'half'>({ type: 'string', enum: ['full', 'half'] })),
    poe: o(Flag),
    /** mW. */
    poe_limit: o(Type.Integer({ minimum: 0, maximum: 120_000 })),
    vlan: o(Vlan),
    tagged: o(Type.Array(Vlan, { maxItems: 256 })),
    isolate: o(Flag),
    up_kbps: o(Rate),
    down_kbps: o(Rate),
  }),
  service: Type.Object({
    enable: o(Flag),
    port: o(Type.Integer({ minimum: 1, maximum: 65_535 })),
    /** Servers of ntp, log, snmp. */
    servers: o(Type.Array(Line(253, 1), { maxItems: 4 })),
    community: o(Secret(1, 64)),
    /** Seconds between two reports. */
    interval: o(Type.Integer({ minimum: 10, maximum: 3600 })),
  }),
  /** Laid over the compiled document last, in the device's own terms. */
  raw: Type.Object({ document: o(Type.Record(Line(64), Type.Unknown())) }),
} as const satisfies Record<string, TObject>

export type IntentKind = keyof typeof intentShapes
/** The fields of one kind, secrets in plain text: only inside the server and the compiler. */
export type IntentFields<K extends IntentKind> = Static<(typeof intentShapes)[K]>

/** What is wanted of one device after inheritance: fields by key by kind. */
export type Effective = { [K in IntentKind]?: Record<string, IntentFields<K>> }

const secrets = Object.fromEntries(
  Object.entries(intentShapes).map(([kind, { properties }]) => [
    kind,
    Object.keys(properties).filter((name) => (properties as Record<string, { secret?: boolean }>)[name]?.secret),
  ]),
) as Record<IntentKind, string[]>

/** The fields of one kind whose values are secrets. Worked out once: it is asked for every row of every device. */
export const secretFields = (kind: IntentKind): readonly string[] => secrets[kind]

/**
 * One change of what is wanted. `set` holds all the fields the row has afterwards, null takes the row away, so that its level
 * says nothing; a secret that is `true` stays as it is. `removed` 1: an inherited entry is taken away here.
 */
export const IntentEdit = Type.Object({
  level: enumOf(intentLevel),
  /** Scene, device group or device, by the level. */
  target_id: Id,
  kind: enumOf(intentKind),
  key: Line(64),
  set: Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'] }),
  removed: o(Flag),
  /** Of the row when the edit was made, 0: there was none. A row that has another one by now is a conflict. */
  rev: o(Int({ minimum: 0 })),
})
export type Edit = Static<typeof IntentEdit>

/** A wish a device cannot fulfil: `kind/key/field`, why in both languages, what is used instead. */
export const RefusalShape = Type.Object({
  intent: Type.String(),
  reason: Type.Object({ zh: Type.String(), en: Type.String() }),
  instead: o(Type.String()),
})

/** What differs between two documents, as lines of their indented JSON; secrets masked, changed ones numbered. */
export const DocumentDiff = Type.Object({
  /** Lines taken away and put in. */
  removed: Type.Integer(),
  added: Type.Integer(),
  hunks: Type.Array(
    Type.Object({
      /** Line of the first of `lines` in each text, from 1. */
      before: Type.Integer(),
      after: Type.Integer(),
      /** As in a unified diff. */
      lines: Type.Array(Type.Object({ mark: Type.Unsafe<' ' | '-' | '+'>({ type: 'string' }), text: Type.String() })),
    }),
  ),
})
export type DocumentDiff = Static<typeof DocumentDiff>
