import { macDigits } from '@belvedere/pure/network/mac.ts'
import { defineFinder, type FoundEntry } from '../../kit/routing/define-finder.ts'
import { say, type Words } from '../../kit/words/words.ts'
import { openTool, type ToolId } from './open-tool.ts'
import { toolEntries } from './tool-entries.ts'
import { isAddress } from './ip/ip-answer.ts'

/** The tools by name; and typed text if it is an address that a tool can look up. */
export const finder = defineFinder({
  title: { zh: '工具', en: 'Tools' },
  order: 60,
  async find(typed, fits) {
    const text = typed.trim()
    const named = toolEntries.filter(({ title }) => fits(say(title)))
    return [
      ...lookUps(text),
      ...named.map(({ id, title, icon }) => ({ id, label: say(title), icon, run: () => openTool(id) })),
    ]
  },
})

const words = {
  ip: { zh: '查询 IP {text}', en: 'Look up IP {text}' },
  mac: { zh: '查询 MAC {text}', en: 'Look up MAC {text}' },
} as const satisfies Partial<Record<ToolId, Words>>

function lookUps(text: string): FoundEntry[] {
  // six digits may be part of any name
  const isMac =
    /^[0-9a-f]{12}$/.test(macDigits(text)) || (/[:-]/.test(text) && /^[0-9a-f]{6,12}$/.test(macDigits(text)))
  const tool = isAddress(text) ? 'ip' : isMac ? 'mac' : undefined
  const entry = toolEntries.find(({ id }) => id === tool)
  if (!tool || !entry) return []
  return [
    { id: `${tool} ${text}`, label: say(words[tool], { text }), icon: entry.icon, run: () => openTool(tool, text) },
  ]
}
