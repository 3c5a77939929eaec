import { poeWordsOf } from '@belvedere/pure/poe-words.ts'
import { say } from '../../../kit/words.ts'

/** The state or fault of a powered port in words; what nobody knows stays as the switch says it. */
export function poeWords(told: string): string {
  const words = poeWordsOf(told)
  return words ? say(words) : told
}
