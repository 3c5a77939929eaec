import { Plus, Trash2 } from 'lucide-react'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { emptyNeed, mostNeeds, problemsOf, type Need, type NeedProblems } from './division-draft.ts'

interface NeedRowsProps {
  needs: readonly Need[]
  problems: Readonly<Record<number, NeedProblems>>
  onProblems: (problems: Readonly<Record<number, NeedProblems>>) => void
  onChange: (needs: readonly Need[]) => void
}

/** One row per subnet; the last row cannot be removed, and a new row requires that all rows are complete. */
export function NeedRows({ needs, problems, onProblems, onChange }: NeedRowsProps) {
  const set = (key: number, part: Partial<Need>) =>
    onChange(needs.map((need) => (need.key === key ? { ...need, ...part } : need)))
  const add = () => {
    const wrong = needs
      .map((need) => [need.key, problemsOf(need)] as const)
      .filter(([, found]) => Object.keys(found).length)
    if (wrong.length > 0) return onProblems(Object.fromEntries(wrong))
    return onChange([...needs, emptyNeed(Math.max(...needs.map(({ key }) => key)) + 1)])
  }
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-soft">{say({ zh: '需要的子网', en: 'Subnets needed' })}</legend>
      <ul className="grid gap-2">
        {needs.map((need, at) => (
          <li key={need.key} className="flex items-start gap-2">
            <TextField
              autoFocus={at > 0}
              className="flex-1"
              aria-label={say({ zh: '第 {n} 个子网的名称', en: 'Name of subnet {n}' }, { n: at + 1 })}
              placeholder={say({ zh: '名称，如“办公网”', en: 'Name, such as “Office”' })}
              value={need.name}
              onChange={(name) => set(need.key, { name })}
              error={problems[need.key]?.name}
              autoComplete="off"
            />
            <TextField
              className="w-36"
              inputMode="numeric"
              maxLength={4}
              aria-label={say({ zh: '第 {n} 个子网的主机数', en: 'Hosts of subnet {n}' }, { n: at + 1 })}
              placeholder={say({ zh: '主机数', en: 'Hosts' })}
              value={need.count}
              onChange={(count) => set(need.key, { count: count.replace(/\D/g, '') })}
              error={problems[need.key]?.count}
              autoComplete="off"
            />
            <IconButton
              icon={Trash2}
              label={say({ zh: '删除第 {n} 个子网', en: 'Remove subnet {n}' }, { n: at + 1 })}
              disabled={needs.length === 1}
              onClick={() => onChange(needs.filter(({ key }) => key !== need.key))}
            />
          </li>
        ))}
      </ul>
      <Button kind="quiet" size="s" icon={Plus} className="mt-2" disabled={needs.length >= mostNeeds} onClick={add}>
        {say({ zh: '添加子网', en: 'Add a subnet' })}
      </Button>
    </fieldset>
  )
}
