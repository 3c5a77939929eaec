import { onlineCalls } from '@belvedere/contract/rooms/terminal/online.ts'
import { terminalLink } from '@belvedere/contract/rooms/device/terminal/enums.ts'
import { Copy, MonitorSmartphone, Router, Unplug, Wifi } from 'lucide-react'
import { call, type AnswerOf } from '../../kit/calls/call.ts'
import { defineFinder, type FinderHost, type FoundEntry, type FindingAct } from '../../kit/routing/define-finder.ts'
import { copyText } from '../../ui/buttons/copy-button.tsx'
import { KickTerminal, showDevice } from '../device/api.tsx'

type FoundTerminal = AnswerOf<typeof onlineCalls.find>['list'][number]

/** Terminals by name, IP address or MAC address; choosing one opens the device to which it is connected. */
export const finder = defineFinder({
  title: { zh: '终端', en: 'Terminals' },
  permission: ['terminal.read'],
  order: 30,
  async find(search, _fits, signal) {
    const { list } = await call(onlineCalls.find, { search }, { signal, keep: true })
    return list.map(findingOf)
  },
})

function findingOf(terminal: FoundTerminal): FoundEntry {
  const { id, mac, hostname, ip, link, online, device_name, device_sn, scene_name } = terminal
  return {
    id,
    label: hostname ?? ip ?? mac,
    icon: link === terminalLink.id.wired ? MonitorSmartphone : Wifi,
    detail: [hostname && ip, (hostname || ip) && mac, device_name || device_sn, scene_name].filter(Boolean).join(' · '),
    state: online
      ? { label: { zh: '在线', en: 'Online' }, tone: 'success' }
      : { label: { zh: '已离开', en: 'Disconnected' }, tone: 'neutral' },
    run: (host) => toDevice(terminal, host),
    acts: actsOn(terminal),
  }
}

function actsOn(terminal: FoundTerminal): FindingAct[] {
  const { mac, hostname, link, online, device_id, kick } = terminal
  const mayKick = online === 1 && link !== terminalLink.id.wired && kick === 1
  return [
    {
      label: { zh: '查看所连设备', en: 'Show the device it is connected to' },
      icon: Router,
      run: (host) => toDevice(terminal, host),
    },
    {
      label: { zh: '复制 MAC 地址', en: 'Copy MAC address' },
      icon: Copy,
      run: () => void copyText(mac),
    },
    ...(mayKick
      ? [
          {
            label: { zh: '断开终端', en: 'Disconnect' },
            icon: Unplug,
            run: (host: FinderHost) => host.show(<KickTerminal device_id={device_id} terminal={{ mac, hostname }} />),
          },
        ]
      : []),
  ]
}

function toDevice({ device_id, device_sn, device_type, scene_id }: FoundTerminal, { go }: FinderHost): void {
  showDevice({ id: device_id, sn: device_sn, type: device_type, scene_id }, go)
}
