import { cgiCatalogue, type CgiColumn, type CgiRow, type CgiType } from '@belvedere/contract/kit/cgi-catalogue.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'

/** One query of device/cgi: its words and columns from the catalogue, and its present rows. */
export interface LiveQuery {
  readonly type: CgiType
  readonly words: Words
  readonly columns: readonly CgiColumn[]
  rows(): Promise<readonly object[]>
}

export function defineQuery<T extends CgiType>(type: T, rows: () => Promise<readonly CgiRow<T>[]>): LiveQuery {
  const { zh, en, columns } = cgiCatalogue[type]
  return { type, words: { zh, en }, columns, rows }
}
