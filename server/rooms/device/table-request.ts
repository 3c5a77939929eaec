import { type TableIn, tableIn } from '@belvedere/contract/kit/table.ts'
import { deviceSortable } from '@belvedere/contract/rooms/device/device.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { inputCheck } from '../../kernel/http/input.ts'
import { refuse } from '../../kernel/refuse.ts'
import { readSerial } from './rules.ts'

/** `content` is JSON text: page, limit, search, orderby; only its length is limited. */
export function contentOf(content: string | undefined): Record<string, unknown> {
  if (!content) return {}
  try {
    const value: unknown = JSON.parse(content)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // refused below
  }
  throw refuse(errors.badContent)
}

const checkPage = inputCheck({ in: tableIn({}, deviceSortable, 1000) })

interface TableRequestInput {
  sn?: string
  content?: string
}

/** The request of a table of devices: its content parsed and checked, its serial number normalized. */
export function readTableRequest<T extends TableRequestInput>(
  { lang }: Pick<Ctx, 'lang'>,
  { content, sn, ...request }: T,
) {
  const serial = sn ? readSerial(sn) : undefined
  if (sn && !serial) throw refuse(errors.badSerial, undefined, { fields: { sn: errors.badSerial[lang] } })
  const page: Partial<TableIn> = content ? checkPage(contentOf(content), lang) : {}
  return { ...request, ...page, ...(serial ? { sn: serial } : {}) }
}
