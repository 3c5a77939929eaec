import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import {
  apCalls,
  type deviceCalls,
  firewallCalls,
  routerCalls,
  switchCalls,
} from '@belvedere/contract/rooms/stat/device.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'

/** The kinds of device that are counted separately, with their calls and pages. Soft routers count as routers. */
export const kinds = {
  router: {
    calls: routerCalls,
    types: `${deviceType.id.router},${deviceType.id.soft}`,
    label: { zh: '路由器', en: 'Routers' },
    to: '/config/device/router',
  },
  ap: {
    calls: apCalls,
    types: `${deviceType.id.ap}`,
    label: { zh: '无线 AP', en: 'Access points' },
    to: '/config/device/ap',
  },
  switch: {
    calls: switchCalls,
    types: `${deviceType.id.switch}`,
    label: { zh: '交换机', en: 'Switches' },
    to: '/config/device/switch',
  },
  firewall: {
    calls: firewallCalls,
    types: `${deviceType.id.firewall}`,
    label: { zh: '防火墙', en: 'Firewalls' },
    to: '/config/device/firewall',
  },
} as const

export type StatKind = keyof typeof kinds

/** Devices by displayed kind: soft routers are included in routers. */
export function byKind({ router, soft, firewall, ap, switch: switches }: AnswerOf<typeof deviceCalls.count>) {
  const merged = {
    total: router.total + soft.total,
    online: router.online + soft.online,
    unknown: router.unknown + soft.unknown,
  }
  return { router: merged, ap, switch: switches, firewall }
}

export const isKind = (text: string): text is StatKind => Object.hasOwn(kinds, text)

export const kindTabs = (Object.keys(kinds) as StatKind[]).map((id) => ({ id, label: kinds[id].label }))
