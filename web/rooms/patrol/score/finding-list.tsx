import { findingGroup } from '@belvedere/contract/rooms/patrol/enums.ts'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import { FindingCard } from './finding-card.tsx'
import type { IgnoreRequest } from './ignore-dialog.tsx'
import { type Patrol, shownOf } from './patrol.ts'

const IgnoreDialog = lazyPart(() => import('./ignore-dialog.tsx'), 'IgnoreDialog')

interface FindingListProps {
  patrol: Patrol
  /** The user may ignore findings. */
  editable: boolean
  /** The user may create drafts. */
  fixEnabled: boolean
}

/** Findings by group; findings resolved since the previous patrol; passed rules, and rules without data. */
export function FindingList({ patrol, editable, fixEnabled }: FindingListProps) {
  const [{ group, ignored, open }, setUrl] = useUrlState({ group: 'all', ignored: 0, open: '' })
  const [requested, ask] = useState<IgnoreRequest>()
  const { items, passed } = patrol
  const shown = shownOf(items, group, ignored === 1)
  const hidden = items.reduce((sum, one) => sum + one.ignored_cnt, 0)
  return (
    <>
      <div className="flex flex-wrap items-center gap-1.5">
        <Groups items={items} ignored={ignored === 1} group={group} onGroup={(group) => setUrl({ group })} />
        {hidden > 0 && (
          <Checkbox
            className="ml-auto"
            label={say({ zh: '显示已忽略（{n}）', en: 'Show ignored ({n})' }, { n: hidden })}
            checked={ignored === 1}
            onChange={(on) => setUrl({ ignored: on ? 1 : 0 })}
          />
        )}
      </div>
      {shown.length === 0 ? (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState
            title={
              group === 'all'
                ? { zh: '没有发现问题', en: 'Nothing is wrong' }
                : { zh: '这一类没有发现问题', en: 'Nothing is wrong here' }
            }
            hint={say({ zh: '{n} 项检查通过', en: '{n} {n:check|checks} passed' }, { n: countIn(passed, group) })}
          />
        </div>
      ) : (
        <ul className="rounded-lg border border-line bg-surface" aria-label={say({ zh: '发现的问题', en: 'Findings' })}>
          {shown.map((finding) => (
            <FindingCard
              key={finding.code}
              finding={finding}
              isOpen={open === finding.code}
              withIgnored={ignored === 1}
              onToggle={() => setUrl({ open: open === finding.code ? '' : finding.code })}
              onIgnore={editable ? ask : undefined}
              fixEnabled={fixEnabled}
            />
          ))}
        </ul>
      )}
      <Others patrol={patrol} group={group} />
      <Suspense>{requested && <IgnoreDialog ask={requested} onClose={() => ask(undefined)} />}</Suspense>
    </>
  )
}

interface GroupsProps {
  items: Patrol['items']
  ignored: boolean
  group: string
  onGroup: (group: string) => void
}

function Groups({ items, ignored, group, onGroup }: GroupsProps) {
  return (
    <>
      <GroupChip
        label={say({ zh: '全部', en: 'All' })}
        count={shownOf(items, 'all', ignored).length}
        on={group === 'all'}
        onClick={() => onGroup('all')}
      />
      {findingGroup.values.map(({ id, ...words }) => (
        <GroupChip
          key={id}
          label={words[lang]}
          count={shownOf(items, String(id), ignored).length}
          on={group === id}
          onClick={() => onGroup(String(id))}
        />
      ))}
    </>
  )
}

/** Findings resolved since the previous patrol, passed rules, and rules without data. */
function Others({ patrol: { gone, passed, unknown }, group }: { patrol: Patrol; group: string }) {
  return (
    <>
      {group === 'all' && gone.length > 0 && (
        <Rest
          title={say({ zh: '自上次以来已解决（{n}）', en: 'Resolved since the last patrol ({n})' }, { n: gone.length })}
          rows={gone.map(({ code, title, device_cnt }) => ({ code, text: `${title} · ${device_cnt}` }))}
          tone="text-success"
        />
      )}
      <Rest
        title={say({ zh: '检查通过（{n}）', en: 'Passed ({n})' }, { n: countIn(passed, group) })}
        rows={inGroup(passed, group).map(({ code, title }) => ({ code, text: title }))}
        tone="text-soft"
        hint={{ zh: '以下问题均未发现', en: 'None of these was found' }}
      />
      <Rest
        title={say({ zh: '无法判断（{n}）', en: 'Not known ({n})' }, { n: countIn(unknown, group) })}
        rows={inGroup(unknown, group).map(({ code, title }) => ({ code, text: title }))}
        tone="text-faint"
        hint={{ zh: '没有设备上报这些检查所需的数据', en: 'No device reports the data for these checks' }}
      />
    </>
  )
}

const inGroup = <T extends { group: string }>(list: readonly T[], group: string) =>
  list.filter((one) => group === 'all' || one.group === group)
const countIn = (list: readonly { group: string }[], group: string) => inGroup(list, group).length

interface GroupChipProps {
  label: string
  count: number
  on: boolean
  onClick: () => void
}

function GroupChip({ label, count, on, onClick }: GroupChipProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onClick}
      className={cx(
        'h-7 rounded-md border px-2.5',
        on ? 'border-accent-text bg-accent-soft font-medium text-accent-text' : 'border-line text-soft hover:bg-hover',
      )}
    >
      {label}
      {count > 0 && <span className="ml-1.5 text-xs">{count}</span>}
    </button>
  )
}

interface RestProps {
  title: string
  rows: readonly { code: string; text: string }[]
  tone: string
  hint?: { zh: string; en: string }
}

function Rest({ title, rows, tone, hint }: RestProps) {
  if (rows.length === 0) return null
  return (
    <details className="rounded-lg border border-line bg-surface px-4 py-2.5">
      <summary className="cursor-pointer text-soft">{title}</summary>
      {hint && <p className="mt-2 text-xs text-faint">{say(hint)}</p>}
      <ul className={cx('mt-2 grid grid-cols-[repeat(auto-fill,minmax(240px,1fr))] gap-x-6 gap-y-1', tone)}>
        {rows.map(({ code, text }) => (
          <li key={code} className="truncate">
            {text}
          </li>
        ))}
      </ul>
    </details>
  )
}
