import { thingName } from '@belvedere/contract/kit/intent/kinds.ts'
import type { IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { fieldOf } from './field-specs.ts'

/** An intent `kind/key/field` in the words of the forms: the setting and its entry. */
export function IntentName({ wish }: { wish: string }) {
  const [kind = '', key = '', ...rest] = wish.split('/')
  const field = rest.join('/')
  const label = field && fieldOf(kind as IntentKind, key, field)?.label
  return (
    <>
      {thingName(kind, key, lang)}
      {field && ` · ${label ? say(label) : field}`}
    </>
  )
}
