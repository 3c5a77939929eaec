import { Info } from 'lucide-react'
import { say } from '../../../kit/words/words.ts'

const words = {
  rtty: { zh: '厂商禁止远程终端', en: 'Remote shells are disabled by the manufacturer' },
  commands: {
    zh: '脚本须由厂商签名，依赖脚本的操作（Ping、路由跟踪、确认后生效）不可用',
    en: 'Scripts must be signed by the manufacturer: ping, traceroute and changes with automatic rollback are not available',
  },
  sysupgrade: { zh: '固件须由厂商签名', en: 'Firmware must be signed by the manufacturer' },
  ssh: { zh: '厂商禁止 SSH 登录', en: 'SSH is disabled by the manufacturer' },
}

/** Functions that the manufacturer blocks on a device. A development unit has no restrictions. */
function restrictionsOf({ restrictions, developer }: Record<string, unknown>) {
  if (developer === true || typeof restrictions !== 'object' || restrictions === null) return []
  const said = restrictions as Record<string, unknown>
  return (Object.keys(words) as (keyof typeof words)[]).filter((name) => said[name])
}

/** One line per restriction. */
export function Restrictions({ capabilities }: { capabilities: Record<string, unknown> }) {
  const list = restrictionsOf(capabilities)
  if (list.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-xs text-soft">
      {list.map((name) => (
        <li key={name} className="flex items-start gap-1.5">
          <Info size={13} aria-hidden="true" className="mt-0.5 shrink-0 text-faint" />
          {say(words[name])}
        </li>
      ))}
    </ul>
  )
}
