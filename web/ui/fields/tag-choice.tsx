import { lang, say, type Words } from '../base/words.ts'
import { TagDot } from '../values/tag-dot.tsx'

interface TagChoiceProps<Id extends number> {
  label: Words
  options: readonly ({ id: Id } & Words)[]
  value: Id
  onChange: (color: Id) => void
}

/** Selects one of the colours of a group. */
export function TagChoice<Id extends number>({ label, options, value, onChange }: TagChoiceProps<Id>) {
  return (
    <fieldset className="mt-4">
      <legend className="mb-1 text-xs font-medium text-soft">{say(label)}</legend>
      <div className="flex gap-1">
        {options.map((color) => (
          <label
            key={color.id}
            data-tip={color[lang]}
            className="flex size-8 items-center justify-center rounded-md border border-transparent hover:bg-hover has-checked:border-accent-text has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name="color"
              aria-label={color[lang]}
              checked={color.id === value}
              onChange={() => onChange(color.id)}
              className="sr-only"
            />
            <TagDot color={color.id} className="size-3.5" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
