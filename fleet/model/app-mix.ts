import { hash32 } from '../random.ts'
import type { NetNode } from './network.ts'
import type { SimulatedTerminal } from './network.ts'

/** Applications of users, with their frequency; keys of the table of applications. */
type AppMix = readonly (readonly [string, number])[]

const phones: AppMix = [
  ['wechat', 22],
  ['douyin', 16],
  ['bilibili', 7],
  ['xiaohongshu', 6],
  ['kuaishou', 5],
  ['weibo', 5],
  ['qq', 5],
  ['taobao', 5],
  ['pinduoduo', 4],
  ['meituan', 3],
  ['amap', 3],
  ['netease-music', 3],
  ['honor-of-kings', 4],
  ['toutiao', 3],
  ['web', 9],
]
const desks: AppMix = [
  ['web', 18],
  ['wecom', 12],
  ['dingtalk', 8],
  ['feishu', 6],
  ['teams', 9],
  ['tencent-meeting', 8],
  ['baidu', 7],
  ['baidu-pan', 5],
  ['github', 5],
  ['wps', 4],
  ['windows-update', 4],
  ['aliyun', 5],
  ['mail', 5],
  ['bilibili', 4],
]
const byKind: Readonly<Record<string, AppMix>> = {
  laptop: desks,
  desktop: desks,
  macbook: [...desks, ['icloud', 6]],
  tv: [
    ['iqiyi', 40],
    ['tencent-video', 30],
    ['youku', 20],
    ['mgtv', 10],
  ],
  camera: [['cameras', 1]],
  telephone: [['voip', 1]],
  printer: [['other', 1]],
  sensor: [
    ['xiaomi', 3],
    ['ntp', 1],
  ],
  till: [
    ['alipay', 1],
    ['wechat', 1],
  ],
  server: [
    ['linux-mirrors', 2],
    ['aliyun', 3],
  ],
}

/**
 * The application for a terminal's present demand. Derived from the demand itself, so that other random values of a site do not
 * change.
 */
export function appOf({ kind, mac, demandUntil }: SimulatedTerminal): string {
  const mix = byKind[kind.key] ?? phones
  const all = mix.reduce((sum, [, weight]) => sum + weight, 0)
  let left = hash32(mac, Math.floor(demandUntil)) % all
  for (const [app, weight] of mix) {
    left -= weight
    if (left < 0) return app
  }
  return 'other'
}

/** Adds octets to an application at every gateway on the path to the internet. */
export function countApp(from: NetNode, app: string, down: number, up: number): void {
  for (let node: NetNode | undefined = from; node; node = node.parent) {
    if (!node.isGateway) continue
    const octets = node.apps.get(app) ?? { rx: 0, tx: 0 }
    octets.rx += down
    octets.tx += up
    node.apps.set(app, octets)
  }
}

/** In the format of a state. */
export const reportedApps = (node: NetNode) =>
  [...node.apps].map(([app, { rx, tx }]) => ({ app, rx_bytes: Math.floor(rx), tx_bytes: Math.floor(tx) }))
