import type { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import type { RowOf } from '../../../kit/list/call-table.tsx'
import type { Words } from '../../../kit/words/words.ts'

export type ListedDevice = RowOf<typeof deviceCalls.all>

/** The seven lists of devices, by the last segment of their address. */
export type DeviceKind = 'all' | 'router' | 'firewall' | 'ap' | 'switch' | 'soft' | 'other'

/** The pages of the kinds, by device type. */
const pages: Readonly<Record<number, string>> = {
  0: 'router',
  1: 'ap',
  2: 'switch',
  3: 'firewall',
  4: 'soft',
  7: 'other',
}

export function pageOf(type: number): string {
  return `/config/device/${pages[type] ?? 'other'}`
}

export function typeOfKind(kind: DeviceKind): number | undefined {
  return kind === 'all' ? undefined : deviceType.id[kind]
}

export function can(device: ListedDevice, verb: string): boolean {
  return device.verbs.includes(verb)
}

/** True if its configuration can be backed up: it sends it, reports what it runs, or runs what it was sent. */
export function canBackUp({ verbs }: Pick<ListedDevice, 'verbs'>): boolean {
  return verbs.includes('backup') || verbs.includes('running') || verbs.includes('configure')
}

/** Display name: its name, else its serial number. */
export function nameOf({ name, sn }: Pick<ListedDevice, 'name' | 'sn'>): string {
  return name || sn
}

/** Percent and degrees at which a bar turns amber and red. */
export const limits = {
  cpu: { warning: 70, danger: 90 },
  mem: { warning: 80, danger: 92 },
  temp: { warning: 70, danger: 85 },
} as const

export const measures: Readonly<Record<string, Words>> = {
  cpu: { zh: 'CPU', en: 'CPU' },
  mem: { zh: '内存', en: 'Memory' },
  temp: { zh: '温度', en: 'Temperature' },
  load: { zh: '负载', en: 'Load' },
  terminals: { zh: '终端', en: 'Terminals' },
  rx_bps: { zh: '下行', en: 'Download' },
  tx_bps: { zh: '上行', en: 'Upload' },
}
