import { Fingerprint, MapPin, Network, Waypoints, type LucideIcon } from 'lucide-react'
import type { Words } from '../../kit/words/words.ts'
import { openTool, type ToolId } from './open-tool.ts'

export interface ToolEntry {
  id: ToolId
  title: Words
  icon: LucideIcon
  open: () => void
}

const entry = (id: ToolId, title: Words, icon: LucideIcon): ToolEntry => ({ id, title, icon, open: () => openTool(id) })

/** The tools in menus. Each can also be opened by the query of any page: `?tool=ip`. */
export const toolEntries: readonly ToolEntry[] = [
  entry('ip', { zh: 'IP 查询', en: 'IP look-up' }, MapPin),
  entry('mac', { zh: 'MAC 查询', en: 'MAC look-up' }, Fingerprint),
  entry('subnet', { zh: '子网划分与计算', en: 'Subnet calculator' }, Network),
  entry('ipv6', { zh: 'IPv6 计算', en: 'IPv6 calculator' }, Waypoints),
]
