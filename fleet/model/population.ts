import type { SeededRandom } from '../random.ts'
import type { SiteKind } from './presence.ts'
import type { TerminalKind } from './terminal-kind.ts'
import { SimulatedTerminal } from './network.ts'

const kilo = 1000
const mega = 1_000_000

// Address blocks that the IEEE registered for these vendors.
const apple = ['100020', '14d00d', '44f09e', '783a84', 'a4b197', 'd06b78']
const huawei = ['107100', '183cb7', '44a038', '7845b3', 'a809b1', 'd07d33']
const xiaomi = ['185936', '10c197', '4c49e3', '7cfd6b', 'a4ff9f', 'd8ce3a']
const samsung = ['103047', '103b59', '44552b', '7825ad', 'a46cf1', 'ccf9f0']
const honor = ['281293', '1461a4', '48c1ee', '78e61c', '9cea97', 'bc5e91']
const vivo = ['180403', '1c7acf', '3ca616', '708f47', '9cfbd5', 'd84a83']
const oppo = ['308454', '24753a', '4c50f1', '7c90e9', 'ac764c', 'd41a3f']
const intel = ['105107', '0c7a15', '4851b7', '74e50b', 'a4423b', 'd494a9']
const liteon = ['700894', '2016d8', '3c9509', '9c2f9d']
const dell = ['106530', '24b6fd', '6c2b59', 'ac1a3d', 'd08e79']
const hp = ['508140', '24fbe3', '3822e2', '6c02e0', 'acf466', 'c01803']
const lenovo = ['10c595', '446370', '6c72b8', '8c1645', 'e86a64']
const hikvision = ['188025', '240f9b', '4cbd8f', '80f5ae', 'a4a459', 'c8a702']
const dahua = ['08eded', '38af29', '8ce9b4', 'd4430e']
const television = ['18300c', 'a0004c', '345180', '18acc2', '3c591e']
const printer = ['001ba9', '30055c', '3c2af4', '001e8f', '2c9efc', '389d92', 'a4ee57']
const telephone = ['249ad8', '3497d7', '44dbd2', '805e0c', '805ec0']
const sensor = ['140808', '1cdbd4', '489d31', '80f3da', 'a84674', '708976', '4ca919', 'd8c80c']
const storage = ['001132', '9009d0', '245ebe', 'e843b6']
const board = ['28cdc1', '2ccf67', 'b827eb', 'd83add']
const server = ['002590', '0cc47a', '3cecef', '7cc255']

const phone = { presence: 'guest', mobile: true, ax: true, streams: 2, down: 420 * kilo, up: 45 * kilo } as const
const laptop = { mobile: true, ax: true, streams: 2, down: 900 * kilo, up: 140 * kilo } as const
const desktop = {
  presence: 'worker',
  mobile: false,
  ax: false,
  streams: 1,
  down: 1.1 * mega,
  up: 160 * kilo,
  local: 0.2,
} as const
const fixed = { presence: 'always', mobile: false, ax: false, streams: 1 } as const

type TerminalMix = readonly Omit<TerminalKind, 'weight'>[]

const phones: TerminalMix = [
  {
    ...phone,
    key: 'iphone',
    ouis: apple,
    names: ['iPhone', 'iPhone', 'iPhone-15', 'iPhone-16-Pro'],
    hidden: 0.6,
    sixGhz: true,
  },
  {
    ...phone,
    key: 'huawei',
    ouis: huawei,
    names: ['HUAWEI-Mate-60', 'HUAWEI-P60', 'HUAWEI-nova-12', 'HUAWEI-Pura-70'],
    hidden: 0.3,
  },
  {
    ...phone,
    key: 'xiaomi',
    ouis: xiaomi,
    names: ['Xiaomi-14', 'Redmi-K70', 'Redmi-Note-13', 'Xiaomi-13'],
    hidden: 0.3,
    sixGhz: true,
  },
  { ...phone, key: 'oppo', ouis: oppo, names: ['OPPO-Find-X7', 'OPPO-Reno11', 'OnePlus-12'], hidden: 0.4 },
  { ...phone, key: 'vivo', ouis: vivo, names: ['vivo-X100', 'vivo-S18', 'iQOO-12'], hidden: 0.4 },
  { ...phone, key: 'honor', ouis: honor, names: ['HONOR-Magic6', 'HONOR-100'], hidden: 0.3 },
  {
    ...phone,
    key: 'samsung',
    ouis: samsung,
    names: ['Galaxy-S24', 'Galaxy-A55', 'Galaxy-Z-Flip5'],
    hidden: 0.5,
    sixGhz: true,
  },
]
const tablet: TerminalMix[number] = {
  ...phone,
  key: 'tablet',
  ouis: [...apple, ...huawei],
  names: ['iPad', 'iPad-Air', 'MatePad-Pro'],
  mobile: true,
  down: 800 * kilo,
}
const macbook: TerminalMix[number] = {
  ...laptop,
  key: 'macbook',
  ouis: apple,
  names: ['MacBook-Pro', 'MacBook-Air', 'MBP-####'],
  presence: 'worker',
  sixGhz: true,
}
const notebook: TerminalMix[number] = {
  ...laptop,
  key: 'laptop',
  ouis: [...intel, ...liteon],
  names: ['LAPTOP-########', 'DESKTOP-#######', 'ThinkPad-####'],
  presence: 'worker',
}
const desk: TerminalMix[number] = {
  ...desktop,
  key: 'desktop',
  ouis: [...dell, ...hp, ...lenovo],
  names: ['DESKTOP-#######', 'PC-####', 'WIN-###########'],
}
const tv: TerminalMix[number] = {
  ...fixed,
  key: 'tv',
  ouis: television,
  names: ['Smart-TV', 'TV-####', 'MiTV-####'],
  presence: 'guest',
  down: 2.4 * mega,
  up: 40 * kilo,
}
const camera: TerminalMix[number] = {
  ...fixed,
  key: 'camera',
  ouis: [...hikvision, ...dahua],
  names: ['IPC-####', 'CAM-####'],
  down: 20 * kilo,
  up: 2.2 * mega,
  local: 1,
  draws: 6.5,
}
const handset: TerminalMix[number] = {
  ...fixed,
  key: 'telephone',
  ouis: telephone,
  names: ['SIP-T4#U-####'],
  down: 4 * kilo,
  up: 4 * kilo,
  local: 0.5,
  draws: 3.1,
}
const print: TerminalMix[number] = {
  ...fixed,
  key: 'printer',
  ouis: printer,
  names: ['printer-####', 'PRN######'],
  down: 3 * kilo,
  up: kilo,
  local: 0.9,
}
const thing: TerminalMix[number] = {
  ...fixed,
  key: 'sensor',
  ouis: sensor,
  names: ['ESP_######', 'wlan0-####', 'lock-####'],
  down: 0.4 * kilo,
  up: 0.6 * kilo,
}
const till: TerminalMix[number] = {
  ...fixed,
  key: 'till',
  ouis: board,
  names: ['till-#', 'pos-##', 'kiosk-##'],
  presence: 'worker',
  down: 9 * kilo,
  up: 6 * kilo,
}
const nas: TerminalMix[number] = {
  ...fixed,
  key: 'server',
  ouis: [...server, ...storage],
  names: ['nas-##', 'srv-##', 'db-##', 'ci-##'],
  down: 350 * kilo,
  up: 500 * kilo,
  local: 0.3,
}

const weigh = (mix: TerminalMix, weight: number): TerminalKind[] =>
  mix.map((kind) => ({ ...kind, weight: weight / mix.length }))
const as = (mix: TerminalMix, presence: TerminalKind['presence']): TerminalMix =>
  mix.map((kind) => ({ ...kind, presence }))

/** The wireless and wired terminals of each type of site. */
const crowds: Readonly<Record<SiteKind, { air: TerminalKind[]; cable: TerminalKind[]; lab: TerminalKind[] }>> = {
  hotel: {
    air: [
      ...weigh(phones, 55),
      ...weigh(as(phones, 'visitor'), 12),
      ...weigh([tablet, tv], 14),
      ...weigh(as([macbook, notebook], 'guest'), 12),
      ...weigh([thing], 7),
    ],
    cable: [...weigh([camera], 6), ...weigh([desk, print, till, handset], 4)],
    lab: weigh([nas], 1),
  },
  office: {
    air: [
      ...weigh(as(phones, 'worker'), 48),
      ...weigh([macbook, notebook], 36),
      ...weigh(as(phones, 'visitor'), 8),
      ...weigh([thing], 8),
    ],
    cable: [...weigh([desk], 6), ...weigh([handset, print, camera], 5)],
    lab: weigh([nas, desk], 1),
  },
  campus: {
    air: [...weigh(phones, 60), ...weigh([macbook, notebook], 24), ...weigh([tablet], 8), ...weigh([thing], 8)],
    cable: [...weigh([camera], 5), ...weigh([desk, print], 5)],
    lab: weigh([nas, desk], 1),
  },
  shop: {
    air: [...weigh(as(phones, 'visitor'), 70), ...weigh(as(phones, 'worker'), 12), ...weigh([till, thing], 18)],
    cable: [...weigh([camera], 6), ...weigh([till, print], 4)],
    lab: weigh([nas], 1),
  },
}

export type PopulationPlace = 'air' | 'cable' | 'lab'

/** Creates one terminal; `number` is its index in the whole fleet and keeps MAC addresses unique. */
export function newTerminal(
  site: SiteKind,
  where: PopulationPlace,
  random: SeededRandom,
  number: number,
  host: number,
  home: number,
): SimulatedTerminal {
  const kind = random.weighted(crowds[site][where])
  const block = random.chance(kind.hidden ?? 0) ? privateBlock(random) : random.pick(kind.ouis)
  // multiplication by an odd number permutes 24-bit numbers
  const low = (Math.imul(number + 1, 0x9e3779) >>> 0) & 0xffffff
  const mac = `${block}${low.toString(16).padStart(6, '0')}`.replace(/(..)(?=.)/g, '$1:')
  return new SimulatedTerminal(mac, kind, fillName(random.pick(kind.names), random), host, home)
}

// Unicast, locally administered: the random addresses of phones. Only the upper half, separate from the fleet's devices.
function privateBlock(random: SeededRandom): string {
  const first = (random.whole(13, 15) << 4) | random.pick([2, 6, 10, 14])
  return first.toString(16) + random.whole(0, 0xffff).toString(16).padStart(4, '0')
}

function fillName(pattern: string, random: SeededRandom): string {
  const upper = pattern !== pattern.toLowerCase()
  return pattern.replace(/#/g, () => {
    const digit = random.whole(0, 15).toString(16)
    return upper ? digit.toUpperCase() : digit
  })
}
