import { useState } from 'react'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import { localTime, unixOfLocal } from '../../../ui/values/local-time.ts'
import { Popover } from '../../../ui/popups/popover.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { controlFrame, Field } from '../../../ui/fields/field.tsx'
import { isPeriod, periods, type Period, type PeriodName } from './period.ts'
import type { StatBoard } from './use-board.ts'

/** Selects scenes, period and comparison. */
export function BoardBar({ board, compare = true }: { board: StatBoard; compare?: boolean }) {
  const { state, set } = board
  return (
    <div
      role="toolbar"
      aria-label={say({ zh: '范围与时段', en: 'Scope and period' })}
      className="mb-3 flex flex-wrap items-center gap-2"
    >
      <ScopeSelect board={board} />
      <PeriodChoice board={board} />
      {compare && (
        <Switch
          label={{ zh: '与上一周期对比', en: 'Compare with the period before' }}
          checked={state.compare === 1}
          onChange={(on) => set({ compare: on ? 1 : 0 }, { push: true })}
          className="ml-1"
        />
      )}
    </div>
  )
}

function ScopeSelect({ board: { state, set, groups } }: { board: StatBoard }) {
  const value = state.scope === 'group' ? `group ${state.group}` : state.scope === 'all' ? 'all' : 'scene'
  const options = [
    { id: 'scene', zh: '当前场景', en: 'This scene' },
    { id: 'all', zh: '全部场景', en: 'All scenes' },
    ...groups.map(({ id, name }) => ({
      id: `group ${id}`,
      label: say({ zh: '分组：{name}', en: 'Group: {name}' }, { name }),
    })),
  ]
  const choose = (id: string) => {
    const group = Number(id.split(' ')[1] ?? 0)
    set(group ? { scope: 'group', group } : { scope: id, group: 0 }, { push: true })
  }
  return (
    <Select
      name={{ zh: '范围', en: 'Scope' }}
      options={options}
      value={value}
      onChange={choose}
      filter={groups.length > 8}
      className="w-40"
    />
  )
}

function PeriodChoice({ board: { state, set, period } }: { board: StatBoard }) {
  const isOwn = state.from > 0 && state.to > 0
  const shown = isPeriod(state.period) ? state.period : '24h'
  return (
    <div
      role="group"
      aria-label={say({ zh: '时段', en: 'Period' })}
      className="inline-flex rounded-md border border-strong bg-surface p-px"
    >
      {(Object.keys(periods) as PeriodName[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={!isOwn && name === shown}
          onClick={() => set({ period: name, from: 0, to: 0 }, { push: true })}
          className={cx(segment, 'px-2.5')}
        >
          {say(periods[name].label)}
        </button>
      ))}
      <OwnPeriod period={period} isOwn={isOwn} onChoose={(own) => set(own, { push: true })} />
    </div>
  )
}

const segment =
  'h-7 rounded text-xs whitespace-nowrap text-soft hover:bg-hover hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-text'

function OwnPeriod({ period, isOwn, onChoose }: { period: Period; isOwn: boolean; onChoose: (own: Period) => void }) {
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState(period)
  const show = (next: boolean) => {
    if (next) setDraft(period)
    setOpen(next)
  }
  const isWrong = !(draft.to - draft.from >= 600) || draft.to - draft.from > 400 * 86_400
  const field = (key: keyof Period, label: { zh: string; en: string }) => (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          value={localTime(draft[key])}
          onChange={(event) => setDraft({ ...draft, [key]: unixOfLocal(event.target.value) ?? 0 })}
          className={cx(controlFrame, 'h-8 px-2')}
        />
      )}
    </Field>
  )
  const text = isOwn
    ? `${absoluteTime(period.from).slice(0, -3)} – ${absoluteTime(period.to).slice(0, -3)}`
    : say({ zh: '自定义', en: 'Custom' })
  return (
    <Popover
      label={{ zh: '自定义时段', en: 'Custom period' }}
      align="start"
      className="flex w-64 flex-col gap-3 p-3"
      open={open}
      onOpenChange={show}
      trigger={
        <button type="button" aria-pressed={isOwn} className={cx(segment, 'px-2.5')}>
          {text}
        </button>
      }
    >
      {field('from', { zh: '开始', en: 'From' })}
      {field('to', { zh: '结束', en: 'Until' })}
      {isWrong && (
        <p className="text-xs text-danger">
          {say({ zh: '时段须在 10 分钟到 400 天之间', en: 'Between ten minutes and 400 days' })}
        </p>
      )}
      <Button kind="primary" disabled={isWrong} onClick={() => (setOpen(false), onChoose(draft))}>
        {say({ zh: '应用', en: 'Apply' })}
      </Button>
    </Popover>
  )
}
