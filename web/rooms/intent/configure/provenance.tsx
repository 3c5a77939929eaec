import { valueOrigin } from '@belvedere/contract/rooms/intent/enums.ts'
import type { ValueLink } from '@belvedere/contract/rooms/intent/intent.ts'
import { Undo2 } from 'lucide-react'
import { lang, say } from '../../../kit/words/words.ts'
import { relativeTime, useNow } from '../../../ui/values/relative-time.tsx'
import type { FieldSpec } from './field-specs.ts'
import { valueText } from './value-text.ts'

interface ProvenanceProps {
  spec: FieldSpec
  chain: readonly ValueLink[]
  /** Currently set at this level. */
  own: boolean
  /** The value that applies without it. */
  inherited: ValueLink | undefined
  onReset: (() => void) | undefined
}

/** The source of a value, all levels on hover, and a button to restore the inherited value. */
export function Provenance({ spec, chain, own, inherited, onReset }: ProvenanceProps) {
  const now = useNow()
  if (!own && !inherited) return null
  const tip = chain.map((link) => `${originText(link, now)}: ${valueText(spec, link.value)}`).join('\n')
  const text = own
    ? say({ zh: '此处设置', en: 'Set here' })
    : inherited
      ? say({ zh: '来自 {origin}', en: 'From {origin}' }, { origin: inside(originText(inherited, now)) })
      : ''
  return (
    <p className="mt-1 flex h-5 min-w-0 items-center gap-1 text-xs">
      <span data-tip={tip || undefined} className={own ? 'truncate text-accent-text' : 'truncate text-faint'}>
        {text}
      </span>
      {own && onReset && (
        <button
          type="button"
          onClick={onReset}
          aria-label={say({ zh: '恢复继承：{field}', en: 'Reset to inherited: {field}' }, { field: spec.label[lang] })}
          data-tip={say({ zh: '恢复继承', en: 'Reset to inherited' })}
          className="flex size-5 shrink-0 items-center justify-center rounded text-faint hover:text-ink"
        >
          <Undo2 size={13} aria-hidden="true" />
        </button>
      )}
    </p>
  )
}

/** Within a sentence: English uses a lower-case first letter. */
const inside = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** `Scene · Li · 2 days ago`. */
function originText({ origin, by, at }: ValueLink, now: number): string {
  return [valueOrigin.label(origin, lang), by, at > 0 ? relativeTime(at, now) : ''].filter(Boolean).join(' · ')
}
