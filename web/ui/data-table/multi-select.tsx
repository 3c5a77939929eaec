import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { Checkbox } from '../fields/checkbox.tsx'
import { controlFrame, Field } from '../fields/field.tsx'
import { cx } from '../base/join-classes.ts'
import { labelOf, matching, type FieldOption } from '../fields/options.ts'
import { Popover } from '../popups/popover.tsx'
import { textOf, type Text } from '../base/text-of.ts'
import { say } from '../base/words.ts'

interface MultiSelectProps {
  label: Text
  placeholder: Text
  options: readonly FieldOption[]
  /** Ids as text. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  className?: string
}

/** Maximum number of rendered rows; the search field finds the others. */
const most = 200
const searchFrom = 8

/** Selects any of several options in a popup of checkboxes. */
export function MultiSelect({ label, placeholder, options, value, onChange, className }: MultiSelectProps) {
  const chosen = options.filter((option) => value.includes(String(option.id)))
  const shown = chosen.map(labelOf).join(', ') || textOf(placeholder)
  return (
    <Field label={label} className={className}>
      {(control) => (
        <Popover
          label={label}
          align="start"
          className="w-60"
          trigger={
            <button
              type="button"
              {...control}
              aria-label={`${textOf(label)} ${shown}`}
              className={cx(controlFrame, 'flex h-8 w-full items-center justify-between gap-2 px-2.5 text-left')}
            >
              <span className={cx('truncate', chosen.length === 0 && 'text-faint')}>{shown}</span>
              {chosen.length > 1 && <span className="text-xs text-accent-text">{chosen.length}</span>}
              <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-faint" />
            </button>
          }
        >
          <Choices options={options} value={value} onChange={onChange} />
        </Popover>
      )}
    </Field>
  )
}

function Choices({ options, value, onChange }: Pick<MultiSelectProps, 'options' | 'value' | 'onChange'>) {
  const [typed, setTyped] = useState('')
  const found = matching(options, typed).slice(0, most)
  const toggle = (id: string, on: boolean) => onChange(on ? [...value, id] : value.filter((other) => other !== id))
  return (
    <>
      {options.length >= searchFrom && (
        <input
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          aria-label={say({ zh: '搜索', en: 'Search' })}
          placeholder={say({ zh: '搜索', en: 'Search' })}
          className="h-9 w-full border-b border-line bg-transparent px-3 outline-none"
        />
      )}
      <ul className="max-h-[min(320px,50vh)] overflow-y-auto p-1">
        {found.map((option) => (
          <li key={option.id} className="flex rounded-md px-2 hover:bg-hover">
            <Checkbox
              className="min-h-8 flex-1"
              label={labelOf(option)}
              checked={value.includes(String(option.id))}
              onChange={(on) => toggle(String(option.id), on)}
            />
          </li>
        ))}
        {found.length === 0 && (
          <li className="px-2 py-1.5 text-faint">
            {options.length > 0
              ? say({ zh: '无匹配数据', en: 'No matching data' })
              : say({ zh: '无数据', en: 'No data' })}
          </li>
        )}
      </ul>
      {value.length > 0 && (
        <footer className="flex justify-end border-t border-line p-1">
          <Button size="s" kind="quiet" onClick={() => onChange([])}>
            {say({ zh: '清除', en: 'Clear' })}
          </Button>
        </footer>
      )}
    </>
  )
}
