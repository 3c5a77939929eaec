import type { FieldOption } from '../../../ui/fields/options.ts'
import { factsOf, type DeviceDetailAnswer } from '../../device/api.tsx'

/** Interface names of the device: Ethernet ports by its capabilities, radios by its last report. */
export function interfacesOf(detail: DeviceDetailAnswer | undefined): FieldOption<string>[] {
  const all = { id: 'any', zh: '全部接口', en: 'All interfaces' }
  if (!detail) return [all]
  const network = (detail.capabilities['network'] ?? {}) as Record<string, unknown>
  const names = (role: string) => {
    const list = network[role]
    return Array.isArray(list) ? list.filter((name): name is string => typeof name === 'string' && isName(name)) : []
  }
  const [wan, lan] = [names('wan'), names('lan').filter((name) => !names('wan').includes(name))]
  const air = new Map(
    (factsOf(detail).ssids ?? []).flatMap(({ iface, ssid, band }) =>
      iface && isName(iface) ? [[iface, `${iface} · ${ssid} · ${band}`] as const] : [],
    ),
  )
  return [
    all,
    ...wan.map((id) => ({ id, label: `${id} · WAN` })),
    ...lan.map((id) => ({ id, label: `${id} · LAN` })),
    ...[...air].map(([id, label]) => ({ id, label })),
  ]
}

const isName = (name: string) => /^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/.test(name)
