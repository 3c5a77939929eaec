/** The type of a device, in the terms of its capabilities. */
export type DeviceType = 'ap' | 'switch' | 'router' | 'firewall' | 'linux'

export type RadioBand = '2G' | '5G' | '6G'

export interface RadioModel {
  band: RadioBand
  phy: string
  /** Widest channel, MHz, and spatial streams. */
  width: number
  streams: number
}

/** A product of a fictional vendor; the values are those of comparable real products. */
export interface DeviceModel {
  type: DeviceType
  vendor: string
  model: string
  /** Firmware text of a new device. */
  firmware: string
  cores: number
  /** Bytes. */
  memory: number
  /** Memory in use when idle, percent of one core when idle, and additional percent for each Mbit/s of traffic. */
  memoryAtRest: number
  cpuAtRest: number
  cpuPerMbps: number
  /** Degrees Celsius of the hottest sensor when idle; undefined: no sensor is reported. */
  warmth?: number
  radios?: RadioModel[]
  /** Ports towards the internet or the tree's root, and the others; names as on the device. */
  wan: string[]
  lan: string[]
  /** Mbit/s of the usual ports; the last `fastPorts` of `lan` have `fast`. */
  speed: number
  fastPorts?: number
  fastSpeed?: number
  poe?: { ports: number; budget: number }
  /** Watts that it draws from a switch. */
  draws?: number
  /** Seconds from the reboot command until it is back on the network. */
  boot: number
}

const numbered = (prefix: string, from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `${prefix}${from + i}`)

const dual: RadioModel[] = [
  { band: '2G', phy: 'platform/soc/c000000.wifi', width: 20, streams: 2 },
  { band: '5G', phy: 'platform/soc/c000000.wifi+1', width: 80, streams: 2 },
]
const triple: RadioModel[] = [
  ...dual,
  { band: '6G', phy: 'soc/40000000.pci/pci0001:00/0001:01:00.0', width: 160, streams: 2 },
]

/** All models, by the key in scenarios. */
export const catalogue = {
  'ap-ceiling': {
    type: 'ap',
    vendor: 'Skylark',
    model: 'SA-360',
    firmware: 'SkylarkOS 4.1.0 / TIP-v4.1.0',
    cores: 4,
    memory: 973_139_968,
    memoryAtRest: 0.38,
    cpuAtRest: 4,
    cpuPerMbps: 0.09,
    warmth: 48,
    radios: dual,
    wan: ['WAN'],
    lan: ['LAN'],
    speed: 1000,
    poe: { ports: 1, budget: 15 },
    draws: 9.2,
    boot: 75,
  },
  'ap-tri-band': {
    type: 'ap',
    vendor: 'Skylark',
    model: 'SA-560',
    firmware: 'SkylarkOS 4.1.0 / TIP-v4.1.0',
    cores: 4,
    memory: 2_012_217_344,
    memoryAtRest: 0.31,
    cpuAtRest: 5,
    cpuPerMbps: 0.06,
    warmth: 52,
    radios: triple,
    wan: ['WAN'],
    lan: ['LAN'],
    speed: 2500,
    draws: 15.4,
    boot: 80,
  },
  'ap-outdoor': {
    type: 'ap',
    vendor: 'Skylark',
    model: 'SA-280 Outdoor',
    firmware: 'SkylarkOS 4.0.2 / TIP-v4.0.2',
    cores: 2,
    memory: 486_539_264,
    memoryAtRest: 0.46,
    cpuAtRest: 6,
    cpuPerMbps: 0.14,
    warmth: 41,
    radios: dual,
    wan: ['WAN'],
    lan: [],
    speed: 1000,
    draws: 8.1,
    boot: 70,
  },
  'switch-8': {
    type: 'switch',
    vendor: 'Terrace',
    model: 'TS-2410P',
    firmware: 'TerraceOS 3.2.1',
    cores: 2,
    memory: 1_023_410_176,
    memoryAtRest: 0.52,
    cpuAtRest: 7,
    cpuPerMbps: 0.001,
    warmth: 39,
    wan: [],
    lan: numbered('Ethernet', 0, 10),
    speed: 1000,
    fastPorts: 2,
    fastSpeed: 10_000,
    poe: { ports: 8, budget: 120 },
    boot: 130,
  },
  'switch-24': {
    type: 'switch',
    vendor: 'Terrace',
    model: 'TS-2428P',
    firmware: 'TerraceOS 3.2.1',
    cores: 2,
    memory: 2_046_820_352,
    memoryAtRest: 0.47,
    cpuAtRest: 9,
    cpuPerMbps: 0.001,
    warmth: 43,
    wan: [],
    lan: numbered('Ethernet', 0, 28),
    speed: 1000,
    fastPorts: 4,
    fastSpeed: 10_000,
    poe: { ports: 24, budget: 370 },
    boot: 145,
  },
  'switch-core': {
    type: 'switch',
    vendor: 'Terrace',
    model: 'TS-4654X',
    firmware: 'TerraceOS 3.2.1',
    cores: 4,
    memory: 4_123_456_789,
    memoryAtRest: 0.44,
    cpuAtRest: 11,
    cpuPerMbps: 0.0006,
    warmth: 46,
    wan: [],
    lan: numbered('Ethernet', 0, 54),
    speed: 1000,
    fastPorts: 6,
    fastSpeed: 10_000,
    poe: { ports: 48, budget: 740 },
    boot: 170,
  },
  'router-office': {
    type: 'router',
    vendor: 'Causeway',
    model: 'CR-340',
    firmware: 'CausewayOS 4.1.0 / TIP-v4.1.0',
    cores: 4,
    memory: 1_031_798_784,
    memoryAtRest: 0.35,
    cpuAtRest: 5,
    cpuPerMbps: 0.045,
    warmth: 45,
    wan: ['WAN1', 'WAN2'],
    lan: numbered('LAN', 1, 4),
    speed: 1000,
    boot: 65,
  },
  'router-inner': {
    type: 'router',
    vendor: 'Causeway',
    model: 'CR-210',
    firmware: 'CausewayOS 4.1.0 / TIP-v4.1.0',
    cores: 2,
    memory: 512_000_000,
    memoryAtRest: 0.42,
    cpuAtRest: 6,
    cpuPerMbps: 0.08,
    warmth: 46,
    wan: ['WAN'],
    lan: numbered('LAN', 1, 4),
    speed: 1000,
    boot: 60,
  },
  'router-campus': {
    type: 'router',
    vendor: 'Causeway',
    model: 'CR-980',
    firmware: 'CausewayOS 4.1.0 / TIP-v4.1.0',
    cores: 8,
    memory: 8_254_390_272,
    memoryAtRest: 0.22,
    cpuAtRest: 4,
    cpuPerMbps: 0.009,
    warmth: 47,
    wan: ['WAN1', 'WAN2'],
    lan: numbered('LAN', 1, 8),
    speed: 10_000,
    boot: 90,
  },
  firewall: {
    type: 'firewall',
    vendor: 'Bastide',
    model: 'BF-220',
    firmware: 'BastideOS 4.1.0 / TIP-v4.1.0',
    cores: 4,
    memory: 4_108_353_536,
    memoryAtRest: 0.41,
    cpuAtRest: 8,
    cpuPerMbps: 0.05,
    warmth: 50,
    wan: ['WAN1', 'WAN2'],
    lan: numbered('LAN', 1, 6),
    speed: 1000,
    boot: 95,
  },
  'soft-router': {
    type: 'linux',
    vendor: 'Ferry',
    model: 'FX-4 mini PC',
    firmware: 'Belvedere agent 1.0.0',
    cores: 4,
    memory: 8_215_658_496,
    memoryAtRest: 0.14,
    cpuAtRest: 2,
    cpuPerMbps: 0.02,
    warmth: 44,
    wan: ['enp1s0'],
    lan: ['enp2s0', 'enp3s0', 'enp4s0'],
    speed: 1000,
    boot: 40,
  },
} satisfies Record<string, DeviceModel>

export type ModelKey = keyof typeof catalogue
