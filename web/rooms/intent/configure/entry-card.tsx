import type { Fault, PortChoices } from '@belvedere/contract/kit/intent/fields.ts'
import { ChevronRight, Trash2, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { say } from '../../../kit/words/words.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import { Badge } from '../../../ui/feedback/status.tsx'
import { isOpenWifi } from './edit-text.ts'
import { OpenWifiNote } from './open-wifi-note.tsx'
import { FieldControl } from './field-control.tsx'
import { type FieldSpec, fieldsOf } from './field-specs.ts'
import { type IntentEntry, inheritedLink, type LevelId, valuesOf, type IntentEdit } from './form-state.ts'
import { Provenance } from './provenance.tsx'
import { valueText } from './value-text.ts'

interface EntryCardProps {
  entry: IntentEntry
  wish: IntentEdit
  level: LevelId
  ports: PortChoices
  /** Errors and warnings of the kind's own check. */
  faults: readonly Fault[]
  title: string
  changed: boolean
  startOpen: boolean
  readOnly: boolean
  onChange: (edit: IntentEdit) => void
  /** Removes the entry at this level; undefined: the entry always exists. */
  onRemove?: (() => void) | undefined
}

/** One entry with its settings: a network, a radio, a port. */
export function EntryCard({
  entry,
  wish,
  level,
  ports,
  faults,
  title,
  changed,
  startOpen,
  readOnly,
  onChange,
  onRemove,
}: EntryCardProps) {
  const [open, setOpen] = useState(startOpen)
  const id = useId()
  const values = valuesOf(entry, wish, level)
  const specs = fieldsOf(entry.kind, entry.key, values, ports)
  const inherited = entry.removed && !wish.removed ? undefined : wish.removed
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface">
      <header className="flex min-h-11 items-center gap-2 px-3">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 items-center gap-2 py-2 text-left"
        >
          <ChevronRight
            size={15}
            aria-hidden="true"
            className={cx('shrink-0 text-faint transition-transform', open && 'rotate-90')}
          />
          <span className={cx('truncate font-medium', wish.removed && 'text-faint line-through')}>{title}</span>
          <span className="min-w-0 flex-1 truncate text-xs text-faint">{!open && summaryOf(specs, values)}</span>
        </button>
        {changed && <Badge tone="primary" label={{ zh: '已修改', en: 'Changed' }} />}
        {inherited && <Badge tone="neutral" label={{ zh: '已移除', en: 'Removed' }} />}
        {!readOnly && wish.removed && (
          <IconButton
            size="s"
            icon={Undo2}
            label={{ zh: '恢复', en: 'Bring back' }}
            onClick={() => onChange({ ...wish, removed: false })}
          />
        )}
        {!readOnly && onRemove && !wish.removed && (
          <IconButton size="s" icon={Trash2} label={{ zh: '移除', en: 'Remove' }} onClick={onRemove} />
        )}
      </header>
      {open && !wish.removed && (
        <fieldset
          id={id}
          disabled={readOnly}
          className="grid grid-cols-3 gap-x-4 gap-y-3 border-t border-line p-4 max-lg:grid-cols-2 max-sm:grid-cols-1"
        >
          <legend className="sr-only">{title}</legend>
          {isOpenWifi({ kind: entry.kind, level: 0, set: values }) && <OpenWifiNote className="col-span-full" />}
          {specs.map((spec) => (
            <OneField key={spec.name} spec={spec} {...{ entry, wish, level, faults, readOnly, onChange }} />
          ))}
        </fieldset>
      )}
    </section>
  )
}

function OneField({
  spec,
  entry,
  wish,
  level,
  faults,
  readOnly,
  onChange,
}: { spec: FieldSpec } & Pick<EntryCardProps, 'entry' | 'wish' | 'level' | 'faults' | 'readOnly' | 'onChange'>) {
  const inherited = inheritedLink(entry, spec.name, level)
  const { [spec.name]: value, ...others } = wish.fields
  const set = (next: unknown) =>
    onChange({ ...wish, fields: next === undefined ? others : { ...wish.fields, [spec.name]: next } })
  return (
    <div className={cx('min-w-0', (spec.type === 'json' || spec.type === 'items') && 'col-span-full')}>
      <FieldControl
        spec={spec}
        value={value}
        inherited={inherited?.value}
        faults={faults.filter(({ field }) => field === spec.name || field.startsWith(`${spec.name}.`))}
        readOnly={readOnly}
        onChange={set}
      />
      <Provenance
        spec={spec}
        chain={entry.fields[spec.name] ?? []}
        own={value !== undefined}
        inherited={inherited}
        onReset={readOnly ? undefined : () => set(undefined)}
      />
    </div>
  )
}

/** Summary of a collapsed card. */
function summaryOf(specs: readonly FieldSpec[], values: Readonly<Record<string, unknown>>): string {
  return specs
    .filter(({ name, type }) => type !== 'secret' && type !== 'json' && values[name] !== undefined)
    .slice(0, 6)
    .map((spec) => `${say(spec.label)} ${valueText(spec, values[spec.name])}`)
    .join(' · ')
}
