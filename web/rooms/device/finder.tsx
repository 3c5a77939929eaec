import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { deviceOnline } from '@belvedere/contract/rooms/device/enums.ts'
import {
  BrickWallShield,
  Box,
  EthernetPort,
  RotateCw,
  Router,
  Server,
  SquareTerminal,
  Wifi,
  type LucideIcon,
} from 'lucide-react'

import { call, type AnswerOf } from '../../kit/calls/call.ts'
import { defineFinder, type FinderHost, type FoundEntry, type FindingAct } from '../../kit/routing/define-finder.ts'
import { knownScenes } from '../../kit/session/known-scenes.ts'
import { lazyPart } from '../../kit/loading/lazy-part.ts'
import { session } from '../../kit/session/session.ts'
import { say, type Words } from '../../kit/words/words.ts'
import { showInList } from './actions/show-in-list.ts'
import { nameOf } from './device-table/device.ts'

type FoundDevice = AnswerOf<typeof deviceCalls.find>['list'][number]

const icons: Readonly<Record<number, LucideIcon>> = {
  0: Router,
  1: Wifi,
  2: EthernetPort,
  3: BrickWallShield,
  4: Server,
  7: Box,
}

const ActOnDevice = lazyPart(() => import('./actions/act-on-device.tsx'), 'ActOnDevice')

const readOnly = 3

/** Actions on a device that are available anywhere, with their synonyms. */
const verbs: readonly { verb: 'reboot' | 'shell'; label: Words; icon: LucideIcon; words: RegExp }[] = [
  {
    verb: 'reboot',
    label: { zh: '重启', en: 'Reboot' },
    icon: RotateCw,
    words: /^(reboot|restart|重启|chongqi|cq)\s+/i,
  },
  {
    verb: 'shell',
    label: { zh: '远程终端', en: 'Remote shell' },
    icon: SquareTerminal,
    words: /^(shell|ssh|远程终端|远程|终端)\s+/i,
  },
]

/** Devices by name, serial number, MAC address, IP address or model; `reboot lobby` offers to reboot them. */
export const finder = defineFinder({
  title: { zh: '设备', en: 'Devices' },
  permission: ['device.read'],
  order: 20,
  async find(typed, _fits, signal) {
    const order = verbs.find(({ words }) => words.test(typed))
    const search = order ? typed.replace(order.words, '').trim() : typed
    if (!search) return []
    const [{ list }, scenes] = await Promise.all([
      call(deviceCalls.find, { search }, { signal, keep: true }),
      knownScenes().catch(() => []),
    ])
    const mode = new Map(scenes.map(({ id, mode }) => [id, mode]))
    const mayIn = (device: FoundDevice) =>
      session().permissions.includes('device.command') && mode.get(device.scene_id) !== readOnly
    const found = list.map((device) => findingOf(device, mayIn(device)))
    return order ? found.flatMap((finding) => asOrder(finding, order.label)) : found
  },
})

function findingOf(device: FoundDevice, mayCommand: boolean): FoundEntry {
  const { id, sn, ip, scene_name, type } = device
  const acts = mayCommand && device.online === 1 ? verbs.filter(({ verb }) => device.verbs.includes(verb)) : []
  const toList: FindingAct = {
    label: { zh: '在设备列表中查看', en: 'Show in its list' },
    icon: icons[type] ?? Box,
    run: (host) => showInList(device, host.go),
  }
  return {
    id,
    label: nameOf(device),
    icon: icons[type] ?? Box,
    detail: [sn, ip, scene_name].filter(Boolean).join(' · '),
    state: stateOf(device),
    run: toList.run,
    acts: [toList, ...acts.map(({ verb, label, icon }) => ({ label, icon, run: doing(device, verb) }))],
  }
}

function stateOf({ online, unknown }: FoundDevice): FoundEntry['state'] {
  const known = unknown ? undefined : deviceOnline.find(online)
  if (!known) return { label: { zh: '未知', en: 'Unknown' }, tone: 'neutral' }
  return { label: known, tone: online ? 'success' : 'danger' }
}

const doing = (device: FoundDevice, what: 'reboot' | 'shell') => (host: FinderHost) =>
  host.show(<ActOnDevice id={device.id} what={what} />)

/** The finding as a command: its name states the action of Enter. */
function asOrder(finding: FoundEntry, label: Words): FoundEntry[] {
  const act = finding.acts?.find((one) => one.label.en === label.en)
  return act
    ? [{ ...finding, label: `${say(label)} ${finding.label}`, icon: act.icon, run: act.run, acts: undefined }]
    : []
}
