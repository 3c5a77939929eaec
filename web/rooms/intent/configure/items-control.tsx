import { faultWords } from '@belvedere/contract/kit/intent/faults.ts'
import type { Fault } from '@belvedere/contract/kit/intent/fields.ts'
import { Plus, Trash2 } from 'lucide-react'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { FieldControlProps } from './field-control-props.ts'
import { EntryField } from './items-field.tsx'
import { WarningNote } from './warning-note.tsx'

type Entry = Readonly<Record<string, unknown>>

const none = { zh: '没有条目', en: 'No entries' }
const add = { zh: '添加一条', en: 'Add an entry' }
const remove = { zh: '删除此条', en: 'Remove this entry' }

/** A list of entries with several fields, one line per entry. It starts with the inherited entries. */
export function ItemsControl({ spec, value, inherited, faults, readOnly, onChange }: FieldControlProps) {
  const entries = (value ?? inherited ?? []) as readonly Entry[]
  const whole = faults.filter(({ field }) => field === spec.name)
  const isFull = entries.length >= (spec.max ?? 0)
  return (
    <div role="group" aria-label={say(spec.label)} className="flex flex-col gap-2">
      <span className="text-xs font-medium text-soft">{say(spec.label)}</span>
      {entries.length === 0 && <p className="text-xs text-faint">{say(none)}</p>}
      {entries.map((entry, index) => (
        <EntryLine
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no names, and their order does not change
          key={index}
          spec={spec}
          entry={entry}
          index={index}
          faults={faults.filter(({ field }) => field.startsWith(`${spec.name}.${index}.`))}
          readOnly={readOnly}
          onChange={(next) => onChange(entries.with(index, next))}
          onRemove={() => onChange(entries.toSpliced(index, 1))}
        />
      ))}
      {whole.map((fault) => (
        <p key={fault.says.en} role="alert" className="text-xs text-danger">
          {say(faultWords(fault))}
        </p>
      ))}
      {spec.hint && <p className="text-xs text-faint">{say(spec.hint)}</p>}
      {!readOnly && (
        <Button icon={Plus} className="self-start" disabled={isFull} onClick={() => onChange([...entries, {}])}>
          {say(add)}
        </Button>
      )}
    </div>
  )
}

interface EntryLineProps extends Pick<FieldControlProps, 'spec' | 'readOnly'> {
  entry: Entry
  index: number
  faults: readonly Fault[]
  onChange: (entry: Entry) => void
  onRemove: () => void
}

function EntryLine({ spec, entry, index, faults, readOnly, onChange, onRemove }: EntryLineProps) {
  const warnings = faults.filter(({ warning }) => warning)
  const isBegun = Object.keys(entry).length > 0
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...others } = entry
    onChange(value === undefined ? others : { ...entry, [name]: value })
  }
  return (
    <div className="rounded-md border border-line p-2">
      <div className="flex gap-2 max-sm:flex-col sm:items-start">
        {Object.entries(spec.fields ?? {}).map(([name, field]) => (
          <EntryField
            key={name}
            spec={{ name, ...field }}
            value={entry[name]}
            values={entry}
            fault={
              isBegun ? faults.find((one) => !one.warning && one.field === `${spec.name}.${index}.${name}`) : undefined
            }
            onChange={(value) => set(name, value)}
          />
        ))}
        {!readOnly && (
          <IconButton size="s" icon={Trash2} label={remove} className="max-sm:self-end sm:mt-6.5" onClick={onRemove} />
        )}
      </div>
      {warnings.map((fault) => (
        <WarningNote key={fault.field + fault.says.en} words={faultWords(fault)} />
      ))}
    </div>
  )
}
