import { thingName } from '@belvedere/contract/kit/intent/kinds.ts'
import type { IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { fieldOf } from './field-specs.ts'
import { valueText } from './value-text.ts'

interface IntentChangeRow {
  name: string
  label: string
  before: string
  after: string
}

const columns: MiniColumn<IntentChangeRow>[] = [
  { label: { zh: '字段', en: 'Field' }, format: ({ label, name }) => <span data-tip={name}>{label}</span> },
  {
    label: { zh: '之前', en: 'Before' },
    format: ({ before }) => before && <Value text={before} className="bg-danger-soft text-danger" />,
  },
  {
    label: { zh: '之后', en: 'After' },
    format: ({ after }) => after && <Value text={after} className="bg-success-soft text-success" />,
  },
]

function Value({ text, className }: { text: string; className: string }) {
  return (
    <span className={`inline-block min-w-14 rounded px-1 py-0.5 break-all whitespace-pre-wrap ${className}`}>
      {text}
    </span>
  )
}

type Fields = Readonly<Record<string, unknown>>

/** A row of intents in the log. */
const fieldsIn = (state: unknown): Fields => (state as { fields?: Fields } | null)?.fields ?? {}

interface IntentChangesProps {
  /** `intent:level/target/kind/key`. */
  object: string
  before: unknown
  after: unknown
}

/** The changed settings. */
export function IntentChanges({ object, before, after }: IntentChangesProps) {
  const [, , kind = '', ...key] = object.slice(object.indexOf(':') + 1).split('/')
  const rows = rowsOf(kind as IntentKind, key.join('/'), fieldsIn(before), fieldsIn(after))
  return (
    <div className="flex flex-col gap-1">
      <p className="text-xs text-soft">
        {thingName(kind, key.join('/'), lang)}
        {after === null && ` · ${say({ zh: '恢复为继承', en: 'Back to what is inherited' })}`}
      </p>
      {rows.length > 0 && (
        <MiniTable
          label={{ zh: '变更内容', en: 'Changes' }}
          columns={columns}
          rows={rows}
          rowKey={({ name }) => name}
          className="max-h-96"
        />
      )}
    </div>
  )
}

function rowsOf(kind: IntentKind, key: string, was: Fields, is: Fields): IntentChangeRow[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => {
      const spec = fieldOf(kind, key, name)
      const text = (value: unknown) =>
        spec ? valueText(spec, value) : value === undefined ? '' : JSON.stringify(value, null, 2)
      return { name, label: spec ? say(spec.label) : name, before: text(was[name]), after: text(is[name]) }
    })
}
