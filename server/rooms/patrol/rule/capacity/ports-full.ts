import { defineRule, each } from '../../rule-kit/define-rule.ts'
import type { ViewDevice } from '../../view/scene-view.ts'
import { isSwitch, present } from '../../view/scene-view.ts'

/** Share that should be free. */
const SPARE = 0.05

const portsOf = ({ facts }: ViewDevice) => (facts.interfaces ?? []).filter(({ role }) => role === 'port')

export const portsFull = defineRule({
  code: 'ports_full',
  group: 'capacity',
  level: 3,
  title: { zh: '交换机端口将用完', en: 'Switch has hardly a port left' },
  advice: { zh: '预留扩容端口或增加交换机。', en: 'Keep some free, or add a switch.' },
  evidence: { zh: '{free} 个空闲端口，共 {all} 个', en: '{free} of {all} {all:port|ports} free' },
  place: '/config/device/switch',
  evaluate(view) {
    const switches = present(view).filter((one) => isSwitch(one) && portsOf(one).length >= 8)
    return each(switches, (device) => {
      const ports = portsOf(device)
      const free = ports.filter(({ up }) => !up).length
      return free / ports.length < SPARE ? { free, all: ports.length } : undefined
    })
  },
})
