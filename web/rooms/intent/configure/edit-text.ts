import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { fieldOf } from './field-specs.ts'
import { valueText } from './value-text.ts'

/** The content of an edit on one line in the words of the forms; a secret as dots. */
export function fieldsText({ kind, key, set }: Pick<Edit, 'kind' | 'key' | 'set'>): string {
  return Object.entries(set ?? {})
    .map(([name, value]) => {
      const spec = fieldOf(kind, key, name)
      return spec ? `${say(spec.label)} ${valueText(spec, value)}` : `${name} ${JSON.stringify(value)}`
    })
    .join(lang === 'zh' ? '，' : ', ')
}

/**
 * True for an open network. Below the scene, a `set` without security fields is not conclusive, because they may be
 * inherited.
 */
export const isOpenWifi = ({ kind, set, level }: Pick<Edit, 'kind' | 'set' | 'level'>): boolean =>
  kind === 'wireless' &&
  set !== null &&
  set['enable'] !== 0 &&
  (set['security'] ?? (level === 0 ? 'Disable' : undefined)) === 'Disable'
