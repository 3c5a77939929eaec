import { topologyCalls } from '@belvedere/contract/rooms/topology/topology.ts'
import { Network, Wifi } from 'lucide-react'
import { call, type AnswerOf } from '../../kit/calls/call.ts'
import { defineFinder, type FinderHost, type FoundEntry } from '../../kit/routing/define-finder.ts'
import { chooseScene } from '../../kit/session/scene.ts'
import { say } from '../../kit/words/words.ts'

type FoundSsid = AnswerOf<typeof topologyCalls.ssid>['list'][number]

/** Wireless networks by name, as configured on devices. */
export const finder = defineFinder({
  title: { zh: '无线网络', en: 'Wireless networks' },
  permission: ['scene.read'],
  order: 25,
  async find(search, _fits, signal) {
    const { list } = await call(topologyCalls.ssid, { search }, { signal, keep: true })
    return list.map(findingOf)
  },
})

function findingOf(found: FoundSsid): FoundEntry {
  const { ssid, scene_id, scene_name, device_cnt, online_cnt } = found
  const devices = say({ zh: '{n} 台设备', en: '{n} {n:device|devices}' }, { n: device_cnt })
  const toTopology = (host: FinderHost) => to(host, scene_id, '/scene/topology/index', { ssid })
  return {
    id: `${scene_id} ${ssid}`,
    label: ssid,
    icon: Wifi,
    detail: `${devices} · ${scene_name}`,
    state:
      online_cnt > 0
        ? { label: { zh: '在线', en: 'Online' }, tone: 'success' }
        : { label: { zh: '离线', en: 'Offline' }, tone: 'danger' },
    run: toTopology,
    acts: [
      { label: { zh: '在拓扑中查看', en: 'Show in the topology' }, icon: Network, run: toTopology },
      {
        label: { zh: '查看场景的 AP', en: 'Show the access points of the scene' },
        icon: Wifi,
        run: (host) => to(host, scene_id, '/config/device/ap', {}),
      },
    ],
  }
}

function to({ go }: FinderHost, scene_id: number, path: string, search: Record<string, string>): void {
  chooseScene(scene_id)
  go(path, search)
}
