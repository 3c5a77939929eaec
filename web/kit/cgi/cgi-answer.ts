import { cgiCatalogue, type CgiType } from '@belvedere/contract/kit/cgi-catalogue.ts'

export type CgiAnswerRow = Readonly<Record<string, string | number | null | undefined>>

export interface CgiPage {
  total: number
  list: readonly CgiAnswerRow[]
}

/** The response of `device/cgi` without data if the model does not support the query. */
const notSupported = 'Not support'

export type CgiAnswer = { kind: 'page'; page: CgiPage } | { kind: 'unsupported' } | { kind: 'failed'; msg: string }

/** The parsed envelope of the device. */
export function readAnswer({ code, msg, data }: { code: number; msg: string; data: unknown }): CgiAnswer {
  if (msg === notSupported) return { kind: 'unsupported' }
  if (code !== 0) return { kind: 'failed', msg }
  const { total, list } = (data ?? {}) as Partial<CgiPage>
  const rows = Array.isArray(list) ? list : []
  return { kind: 'page', page: { total: typeof total === 'number' ? total : rows.length, list: rows } }
}

/** Query types of a device that are in the catalogue, in its order. */
export function knownTypes(cgi: readonly string[]): CgiType[] {
  return (Object.keys(cgiCatalogue) as CgiType[]).filter((type) => cgi.includes(type))
}
