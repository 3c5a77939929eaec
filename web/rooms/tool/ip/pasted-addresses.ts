import { isAddress } from './ip-answer.ts'

/** Addresses of one paste, at most. */
export const mostPasted = 50

export interface Pasted {
  addresses: string[]
  /** Pieces that are no address. */
  wrong: string[]
}

/** The different addresses of a text, in its order: one a line, or between blanks, commas and semicolons. */
export function readPasted(text: string): Pasted {
  const pieces = [...new Set(text.split(/[\s,;，；、]+/).filter(Boolean))]
  return { addresses: pieces.filter(isAddress), wrong: pieces.filter((piece) => !isAddress(piece)) }
}
