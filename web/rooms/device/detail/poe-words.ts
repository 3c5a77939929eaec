import { poeWordsOf } from '@belvedere/pure/device/poe-words.ts'
import { say } from '../../../kit/words/words.ts'

/** The state or fault of a PoE port as text; unknown values as reported by the switch. */
export function poeWords(told: string): string {
  const words = poeWordsOf(told)
  return words ? say(words) : told
}
