import { ScrollText } from 'lucide-react'
import { defineFinder } from '../../kit/routing/define-finder.ts'
import { say } from '../../kit/words/words.ts'

const words = [
  { zh: '设备日志', en: 'Device logs' },
  { zh: 'syslog 来源', en: 'Syslog sources' },
]

/** The logs of devices, which are a tab of another page. */
export const finder = defineFinder({
  title: { zh: '日志', en: 'Logs' },
  permission: ['log.read'],
  order: 55,
  async find(_typed, fits) {
    if (!words.some(({ zh, en }) => fits(zh) ?? fits(en))) return []
    const label = say({ zh: '设备日志', en: 'Device logs' })
    return [{ id: 'devices', label, icon: ScrollText, run: ({ go }) => go('/maintenance/log/sys', { tab: 'devices' }) }]
  },
})
