import type { RunningState } from '@belvedere/fleet/device/running-state.ts'

export type Random = () => number
export interface RandomIntent {
  readonly kind: string
  readonly key: string
  readonly set: Readonly<Record<string, unknown>>
}

/** The input for random intents: the device, and its former intents by `kind/key`. */
export interface Around {
  readonly running: RunningState
  readonly wished: ReadonlyMap<string, RandomIntent>
}

/** A list of intents for one device: most are valid, some it cannot apply, some would cut it off. */
export function makeRandomIntents(random: Random, family: 'ap' | 'switch', around: Around): RandomIntent[] {
  const makers = family === 'ap' ? apWishes : switchWishes
  const count = 1 + Math.floor(random() * 4)
  const wishes = Array.from({ length: count }, () => pick(random, makers)(random, around))
  // one change set holds one row for each key
  return [...new Map(wishes.map((wish) => [`${wish.kind}/${wish.key}`, wish])).values()]
}

export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
type Make = (random: Random, around: Around) => RandomIntent
/** Some of the fields, each so often. */
const some = (random: Random, fields: Record<string, readonly [share: number, values: readonly unknown[]]>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, [share, values]]) =>
      random() < share ? [[name, pick(random, values)]] : [],
    ),
  )

const system: Make = (random) => ({
  kind: 'system',
  key: '',
  set: some(random, {
    name: [0.8, Array.from({ length: 50 }, (_, n) => `unit-${n}`).concat('Foyer é')],
    timezone: [0.5, ['Asia/Shanghai', 'Europe/Berlin', 'Mars/Base']],
    leds: [0.3, [0, 1]],
    password: [0.2, ['Secret-2026', 'no $(good) one']],
  }),
})

const wireless: Make = (random) => {
  const key = pick(random, ['Guest', 'Staff', 'Shop', 'Events'])
  return { kind: 'wireless', key, set: network(random, key) }
}

const network = (random: Random, key: string): RandomIntent['set'] => ({
  enable: random() < 0.85 ? 1 : 0,
  bands: pick(random, [['2g'], ['5g'], ['2g', '5g'], ['6g'], ['2g', '5g', '6g']]),
  security: pick(random, ['Disable', 'WPAPSK', 'WPA2PSK', 'WPA2PSKWPA3PSK', 'WPA2PSKWPA3PSK', 'WPA2']),
  password: pick(random, ['sunny-day-2026', 'rainy-day-2026', 'sunny-day-2026', 'grüße-2026']),
  ...some(random, {
    ssid: [0.2, [`${key} 2`, `${key} 3`, 'é'.repeat(17)]],
    vlan: [0.6, [20, 30, 40, 4080]],
    network: [0.1, ['LAN', 'Voice']],
    hidden: [0.2, [0, 1]],
    isolate: [0.2, [0, 1]],
    max_clients: [0.2, [20, 64]],
    up_kbps: [0.3, [2000, 2500]],
    down_kbps: [0.3, [4000, 0]],
    deny: [0.2, [['02:00:00:00:00:02'], []]],
    radius_host: [0.3, ['radius.example.com', '10.0.0.9']],
    radius_secret: [0.3, ['shared']],
  }),
})

const radio: Make = (random) => {
  const band = pick(random, ['2g', '5g', '6g'])
  return {
    kind: 'radio',
    key: band,
    set: some(random, {
      enable: [0.2, [0, 1]],
      channel: [0.8, band === '2g' ? [1, 6, 11, 14, 149] : [0, 36, 44, 52, 149, 165, 200]],
      bandwidth: [0.6, ['20', '20/40', '80', '160']],
      mode: [0.2, [7, 9, 14, 16, 17]],
      power: [0.3, [0, 12, 20]],
      region: [0.1, ['CN', 'US']],
    }),
  }
}

/** One that takes its address by DHCP, by hand where it is reached, by hand where it is not, or in a VLAN that is not there. */
const wan: Make = (random, { running: { address } }) => {
  const whole = address && {
    type: 'static',
    subnet: `${address.own}/${address.prefix}`,
    gateway: address.gateway,
    dns: [address.gateway],
  }
  const { dns: _, ...nameless } = whole ?? {}
  return {
    kind: 'wan',
    key: 'WAN',
    set: pick<object>(random, [
      { vlan: 3999 },
      { type: 'dhcp' },
      { type: 'dhcp', dns: ['9.9.9.9'] },
      { type: 'static', subnet: '192.0.2.9/24' },
      { type: 'static', subnet: '192.0.2.9/24', gateway: '192.0.2.1', dns: ['192.0.2.1'] },
      whole ?? { type: 'dhcp' },
      nameless,
      { type: 'disabled' },
    ]) as RandomIntent['set'],
  }
}

const apLan: Make = (random) => ({
  kind: 'lan',
  key: pick(random, ['LAN', 'Voice']),
  set: some(random, {
    vlan: [0.5, [20, 50]],
    subnet: [0.7, ['192.168.8.1/24', '192.168.9.1/29', '300.1.1.1/24']],
    dhcp: [0.4, [0, 1]],
    dhcp_count: [0.2, [50, 5000]],
    ports: [0.2, [['LAN'], ['LAN*'], ['LAN7'], ['WAN']]],
  }),
})

const apPort: Make = (random) => ({
  kind: 'port',
  key: pick(random, ['LAN', 'LAN*', 'LAN9', 'WAN']),
  set: some(random, {
    enable: [0.3, [0, 1]],
    speed: [0.3, [100, 1000, 77]],
    duplex: [0.1, ['full']],
    poe: [0.3, [0, 1]],
    vlan: [0.4, [20, 30]],
    tagged: [0.3, [[40], [20, 40], []]],
  }),
})

const raw: Make = (random) => ({
  kind: 'raw',
  key: 'extra',
  set: {
    document: pick<object>(random, [
      {},
      { interfaces: [] },
      { 'no-such-key': 1 },
      { radios: [{ band: '7G' }] },
      { 'third-party': { acme: { level: 3 } } },
      { services: { ssh: { port: 2222 } } },
      { services: { ssh: { port: 'two' } } },
      // not supported by the radio: the renderer uses another value, and reports that
      {
        radios: [
          { band: '2G', 'channel-width': 80, 'channel-mode': 'HE', channel: 6 },
          { band: '5G', channel: 'auto' },
        ],
      },
    ]),
  },
})

const service: Make = (random) => ({
  kind: 'service',
  key: pick(random, ['ssh', 'lldp', 'ntp', 'log', 'report', 'torrents']),
  set: some(random, {
    enable: [0.6, [0, 1]],
    port: [0.3, [2222, 514]],
    servers: [0.5, [['10.0.0.5'], ['ntp.example.com', '10.0.0.6'], []]],
    interval: [0.4, [60, 120]],
  }),
})

const apWishes: Make[] = [
  ...Array.from({ length: 9 }, () => wireless),
  ...Array.from({ length: 4 }, () => radio),
  system,
  system,
  wan,
  apLan,
  apPort,
  apPort,
  raw,
  raw,
  service,
]

/** Ports on which no device of the fleet hangs; what hangs on the others is to stay. */
const freePorts = ({ ports, uplink }: RunningState) =>
  Object.keys(ports).filter((name) => name !== uplink && ports[name]?.device === undefined)

const port: Make = (random, { running, wished }) => {
  const key = pick(random, freePorts(running))
  const before = wished.get(`port/${key}`)?.set.speed
  return {
    kind: 'port',
    key,
    set: {
      // an edit of a port keeps the speed that was set before
      ...(before === undefined ? {} : { speed: before }),
      ...some(random, {
        enable: [0.4, [0, 1]],
        poe: [0.5, [0, 1]],
        poe_limit: [0.1, [15_000, 110_000]],
        vlan: [0.5, [1, 20, 30]],
        tagged: [0.3, [[40], [20, 40], []]],
        duplex: [0.1, ['full', 'half']],
        isolate: [0.1, [1]],
        ...(running.ports[key]?.carrier ? { speed: [0.2, [100, 1000, 77, 100_000]] as const } : {}),
      }),
    },
  }
}

const everyPort: Make = (random) => ({
  kind: 'port',
  key: 'Ethernet*',
  set: pick<object>(random, [{ enable: 1 }, { poe: 1 }, { tagged: [40] }]) as RandomIntent['set'],
})

const nowhere: Make = () => ({ kind: 'port', key: 'Ethernet99', set: { poe: 1 } })

/** What is to be refused: it would cut the switch off. */
const uplink: Make = (random, { running }) => ({
  kind: 'port',
  key: running.uplink ?? 'none',
  set: pick<object>(random, [
    { enable: 0 },
    { vlan: 30 },
    { speed: 10 },
    { poe: 0 },
    { enable: 0, vlan: 20, tagged: [20] },
  ]) as RandomIntent['set'],
})

const cut: Make = (random, { running }) =>
  pick<RandomIntent>(random, [
    { kind: 'wan', key: 'VLAN1', set: { vlan: 30 } },
    { kind: 'wan', key: 'VLAN1', set: { type: 'static', subnet: '192.0.2.9/24', gateway: '192.0.2.1' } },
    { kind: 'lan', key: 'VLAN1', set: { vlan: 30 } },
    { kind: 'lan', key: 'Cameras', set: { vlan: 20, ports: [running.uplink ?? 'Ethernet0'] } },
    { kind: 'raw', key: 'extra', set: { document: { interfaces: [] } } },
    { kind: 'raw', key: 'extra', set: { document: { ethernet: [] } } },
    { kind: 'raw', key: 'extra', set: { document: { services: { ssh: { enable: 'yes' } } } } },
    { kind: 'raw', key: 'extra', set: { document: {} } },
  ])

const lan: Make = (random, { running }) => ({
  kind: 'lan',
  key: pick(random, ['Cameras', 'Voice']),
  set: {
    vlan: pick(random, [20, 30]),
    ...some(random, {
      subnet: [0.3, ['10.9.8.1/24', '300.1.1.1/24']],
      ports: [0.3, [[pick(random, freePorts(running))], ['Ethernet99']]],
      dhcp: [0.1, [1]],
    }),
  },
})

const switchWishes: Make[] = [
  ...Array.from({ length: 9 }, () => port),
  lan,
  lan,
  system,
  uplink,
  cut,
  everyPort,
  nowhere,
  service,
]
