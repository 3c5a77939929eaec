import type { NetRow } from './store.ts'
import type { NetDevice } from './topology-rules.ts'

export interface NetNode extends NetDevice {
  name: string
  dials: string | null
  /** Ports that give current now. */
  powers: readonly string[]
  /** It has not told of its links yet: what hangs on it is not known. */
  untold: boolean
}

/** Interfaces looked at of one device. */
const MOST = 600

/** A device with its links, from its row and its last report. */
export function netDeviceOf(row: NetRow): NetNode {
  const interfaces = (row.interfaces ?? []).slice(0, MOST)
  const macs = [macOfSerial(row.serial), row.mac, ...interfaces.map(({ mac }) => mac)]
  const lans = interfaces.filter(({ role }) => role === 'lan').flatMap(({ addresses }) => addresses ?? [])
  return {
    id: row.id,
    serial: row.serial,
    name: row.name,
    type: row.type,
    scene_id: row.scene_id,
    online: row.online,
    dials: row.dials,
    macs: [...new Set(macs.flatMap((mac) => (mac ? mac.toLowerCase() : [])))],
    addresses: [
      ...new Set([row.wan_ip, row.lan_ip, ...lans.map(bare)].filter((one) => one !== null && one !== '')),
    ] as string[],
    lans,
    wans: (row.wans ?? []).filter(({ up }) => up).flatMap(({ addresses }) => addresses ?? []),
    neighbours: (row.neighbours ?? []).map(({ port = '', ...rest }) => ({ ...rest, port })),
    untold: row.untold,
    powers: interfaces.flatMap(({ name, poe }) => (name && poe && delivers(poe) ? name : [])),
  }
}

const bare = (address: string) => address.split('/')[0] ?? ''
const macOfSerial = (serial: string) => serial.replace(/(..)(?=.)/g, '$1:')
const delivers = ({ watt = 0, status = '' }: { watt?: number; status?: string }) => watt > 0 || /deliver/i.test(status)
