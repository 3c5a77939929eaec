import { configCalls } from '@belvedere/contract/rooms/alarm-type/config.ts'
import { alarmPreset } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { Suspense, useMemo } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { StaleNote } from '../../../kit/live/stale-note.tsx'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import { Select } from '../../../ui/fields/select.tsx'
import type { SettingScope, ListedSetting } from './setting.ts'
import { columnsOf } from './type-columns.tsx'

const TypeDrawer = lazyPart(() => import('./type-drawer.tsx'), 'TypeDrawer')

const levels = [
  { id: 'scene', zh: '本场景', en: 'This scene' },
  { id: 'group', zh: '场景分组', en: 'A group' },
  { id: 'all', zh: '全部场景', en: 'All scenes' },
] as const

/** All types with their effective settings at a level: global, a group of scenes, the scene. */
export function TypesPanel() {
  const scene = useScene()
  const [{ level, group, type }, set] = useUrlState({ level: 'scene', group: 0, type: '' })
  const groups = useQueryCall(groupCalls.list, { limit: 500, orderby: 'name asc' }, { enabled: level === 'group' }).data
    ?.list
  const group_id = group || groups?.[0]?.id
  const place = useMemo<SettingScope | undefined>(
    () => (level === 'all' ? {} : level === 'group' ? group_id && { group_id } : { scene_id: scene.id }) || undefined,
    [level, group_id, scene.id],
  )
  const { data, error, refetch, dataUpdatedAt } = useQueryCall(configCalls.get, place ?? {}, {
    enabled: place !== undefined,
    keepPrevious: true,
  })
  const { run } = useMutateCall(configCalls.set, { done: { zh: '已保存', en: 'Saved' } })
  const mayWrite = data?.may_write === 1
  const columns = useMemo(
    () =>
      columnsOf(
        mayWrite,
        (one: ListedSetting, enabled) => void run({ ...place, list: [{ type: one.type, enabled: enabled ? 1 : 0 }] }),
      ),
    [mayWrite, place, run],
  )
  const open = data?.list.find((one) => one.type === type)
  const noGroups = level === 'group' && groups?.length === 0
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Choice
          label={{ zh: '设置范围', en: 'Settings of' }}
          options={levels}
          value={level}
          onChoose={(id) => set({ level: id, type: '' }, { push: true })}
        />
        {level === 'group' && groups && groups.length > 0 && (
          <Select
            className="w-44"
            name={{ zh: '场景分组', en: 'Group of scenes' }}
            filter={groups.length > 8}
            options={groups.map(({ id, name }) => ({ id, label: name }))}
            value={group_id}
            onChange={(id) => set({ group: id, type: '' })}
          />
        )}
        {place && data && <Presets place={place} preset={data.preset} mayWrite={mayWrite} />}
        {data && <StaleNote error={error} at={dataUpdatedAt} onRetry={() => void refetch()} />}
      </div>
      {noGroups ? (
        <p className="py-16 text-center text-soft">
          {say({ zh: '还没有场景分组', en: 'There are no groups of scenes yet' })}
        </p>
      ) : (
        <DataTable
          className="max-h-[calc(100dvh-190px)] min-h-80 rounded-lg border border-line bg-surface"
          label={say({ zh: '告警类型', en: 'Types of alarms' })}
          columns={columns}
          rows={data?.list}
          rowKey={({ type }) => type}
          onRow={({ type }) => set({ type }, { push: true })}
          error={data ? null : error}
          onRetry={() => void refetch()}
        />
      )}
      <Suspense>
        {open && place && (
          <TypeDrawer
            key={open.type}
            setting={open}
            place={place}
            mayWrite={mayWrite}
            onClose={() => set({ type: '' })}
          />
        )}
      </Suspense>
    </>
  )
}

interface TypeChoiceProps {
  label: { zh: string; en: string }
  options: readonly { id: string; zh: string; en: string }[]
  value: string | null
  onChoose: (id: string) => void
  disabled?: boolean
}

/** A choice between a few words. */
function Choice({ label, options, value, onChoose, disabled = false }: TypeChoiceProps) {
  return (
    <fieldset className="flex items-center gap-2" disabled={disabled}>
      <legend className="float-left text-xs text-soft">{say(label)}</legend>
      <span className="inline-flex overflow-hidden rounded-md border border-control">
        {options.map((option) => (
          <button
            key={option.id}
            type="button"
            aria-pressed={option.id === value}
            onClick={() => onChoose(option.id)}
            className={cx(
              'h-7 px-3 not-first:border-l not-first:border-control focus-visible:-outline-offset-2',
              option.id === value
                ? 'bg-accent-soft font-medium text-accent-text'
                : 'bg-surface text-soft enabled:hover:bg-hover enabled:hover:text-ink',
            )}
          >
            {option[lang]}
          </button>
        ))}
      </span>
    </fieldset>
  )
}

function Presets({ place, preset, mayWrite }: { place: SettingScope; preset: string | null; mayWrite: boolean }) {
  const confirm = useConfirm()
  const { run, pending } = useMutateCall(configCalls.set, { done: { zh: '已应用', en: 'Applied' } })
  const choose = async (id: string) => {
    const name = alarmPreset.label(id, lang)
    const sure =
      preset !== null ||
      (await confirm({
        title: { zh: `应用“${name}”`, en: `Apply “${name}”` },
        body: say({
          zh: '这里单独设置过的项将被预设替换，可以撤销。',
          en: 'What was set here on its own is replaced by the preset; it can be undone.',
        }),
        ok: { zh: '应用', en: 'Apply' },
      }))
    if (sure && id !== preset) await run({ ...place, preset: id as 'quiet' })
  }
  const label = { zh: '预设', en: 'Preset' }
  return (
    <span className="flex items-center gap-2">
      <Choice
        label={label}
        options={alarmPreset.values as never}
        value={preset}
        onChoose={(id) => void choose(id)}
        disabled={!mayWrite || pending}
      />
      {preset === null && <span className="text-xs text-faint">{say({ zh: '已自定义', en: 'Customised' })}</span>}
    </span>
  )
}
