import { isAddress } from './ip-answer.ts'

/** Maximum number of addresses of one paste. */
export const mostPasted = 50

export interface Pasted {
  addresses: string[]
  /** Parts that are not addresses. */
  wrong: string[]
}

/** The distinct addresses of a text in their order: one per line, or separated by spaces, commas and semicolons. */
export function readPasted(text: string): Pasted {
  const pieces = [...new Set(text.split(/[\s,;，；、]+/).filter(Boolean))]
  return { addresses: pieces.filter(isAddress), wrong: pieces.filter((piece) => !isAddress(piece)) }
}
