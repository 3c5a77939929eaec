import { defineRule, each, named } from '../../rule-kit/define-rule.ts'
import type { DeviceFacts } from '@belvedere/contract/rooms/device/facts.ts'
import { present } from '../../view/scene-view.ts'

const portsOf = ({ interfaces = [] }: Pick<DeviceFacts, 'interfaces'>) =>
  interfaces.filter(({ up, speed_mbps }) => up && speed_mbps !== undefined)

export const slowPort = defineRule({
  code: 'slow_port',
  group: 'link',
  level: 2,
  title: { zh: '千兆端口协商为百兆', en: 'Gigabit port runs at 100 Mbit/s' },
  advice: {
    zh: '多为网线只接通两对线芯或水晶头损坏，请更换网线。',
    en: 'Nearly always a cable with two of its four pairs; change it.',
  },
  evidence: {
    zh: '{ports}（同机其他端口为 {speed} Mbit/s）',
    en: '{ports}; others of this device run at {speed} Mbit/s',
  },
  place: '/config/device/switch',
  evaluate(view) {
    const known = present(view).filter(({ facts }) => portsOf(facts).length > 0)
    return each(known, (device) => {
      const ports = portsOf(device.facts)
      const fast = Math.max(...ports.map(({ speed_mbps = 0 }) => speed_mbps))
      if (fast < 1000) return undefined
      // a port to a terminal may be slow: only ports to devices of the scene, or upwards, count
      const links = view.links.get(device.id)
      const slow = ports.filter(
        ({ name, role, speed_mbps = 0 }) => speed_mbps <= 100 && (role === 'wan' || links?.has(name)),
      )
      return slow.length > 0
        ? { ports: named(slow.map(({ name, speed_mbps }) => `${name} ${speed_mbps}M`)), speed: fast }
        : undefined
    })
  },
  fix: ({ runs }) =>
    Object.entries(runs?.port ?? {}).flatMap(([key, { speed }]) =>
      speed === 10 || speed === 100 ? [{ kind: 'port' as const, key, set: { speed: 0 } }] : [],
    ),
})
