import { Calculator } from 'lucide-react'
import type { FormEvent } from 'react'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { countText, shareText } from '../number-text.ts'
import { useFocusWrong } from '../use-focus-wrong.ts'
import { BaseField } from './base-field.tsx'
import { foreseen, presets, type DivisionDraft, type DivisionProblems } from './division-draft.ts'
import { NeedRows } from './need-rows.tsx'

interface DivisionFormProps {
  draft: DivisionDraft
  problems: DivisionProblems
  onProblems: (problems: DivisionProblems) => void
  onChange: (draft: DivisionDraft) => void
  onSubmit: () => void
  pending: boolean
  failure: string | undefined
}

export function DivisionForm({ draft, problems, onProblems, onChange, onSubmit, pending, failure }: DivisionFormProps) {
  const form = useFocusWrong<HTMLFormElement>(problems)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <BaseField
        autoFocus
        label={{ zh: '待划分网段', en: 'Network to divide' }}
        ip={draft.ip}
        length={draft.length}
        longest={30}
        onChange={(base) => onChange({ ...draft, ...base })}
        error={problems.ip}
      />
      <div className="mt-2 mb-4 flex flex-wrap items-center gap-2">
        <span className="text-xs text-faint">{say({ zh: '常用', en: 'Usual' })}</span>
        {presets.map((preset) => (
          <Button
            key={preset.ip}
            size="s"
            aria-pressed={preset.ip === draft.ip && preset.length === draft.length}
            onClick={() => onChange({ ...draft, ...preset })}
            className="font-mono aria-pressed:border-accent-text aria-pressed:text-accent-text"
          >
            {preset.ip}/{preset.length}
          </Button>
        ))}
      </div>
      <NeedRows
        needs={draft.needs}
        problems={problems.needs}
        onProblems={(needs) => onProblems({ ...problems, needs })}
        onChange={(needs) => onChange({ ...draft, needs })}
      />
      {failure && (
        <p role="alert" className="mt-3 text-danger">
          {failure}
        </p>
      )}
      <footer className="mt-4 flex flex-wrap items-center justify-between gap-3">
        {failure ? <span /> : <Foresight draft={draft} />}
        <Button kind="primary" type="submit" icon={Calculator} pending={pending}>
          {say({ zh: '划分', en: 'Divide' })}
        </Button>
      </footer>
    </form>
  )
}

/** Shows during input whether the subnets fit. */
function Foresight({ draft }: { draft: DivisionDraft }) {
  const division = foreseen(draft)
  if (!division) return <span />
  if (!division.fits)
    return (
      <span className="text-warning">
        {say(
          {
            zh: '放不下：需要 {needed} 个地址，还差 {short} 个',
            en: 'Does not fit: {needed} {needed:address|addresses} needed, {short} short',
          },
          { needed: countText(division.needed), short: countText(division.short) },
        )}
      </span>
    )
  return (
    <span className="text-soft">
      {say(
        { zh: '将占用 {used} 个地址（{share}）', en: '{used} {used:address|addresses} will be used ({share})' },
        { used: countText(division.used), share: shareText(division.used / division.base.size) },
      )}
    </span>
  )
}
