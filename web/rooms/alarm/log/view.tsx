import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { alarmState } from '@belvedere/contract/rooms/alarm/enums.ts'
import { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import { typeCalls } from '@belvedere/contract/rooms/alarm-type/type.ts'
import { BellOff, Check, Eraser, Network } from 'lucide-react'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { CallTable, type Batch, type FilterSpec } from '../../../kit/list/call-table.tsx'
import { useGo } from '../../../kit/routing/go.tsx'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { chooseScene, useScene } from '../../../kit/session/scene.ts'
import { session, useMay } from '../../../kit/session/session.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import type { ListedAlarm } from './alarm.ts'
import { mergeNewRows } from './merge-new-rows.ts'
import { columns, csv } from './columns.tsx'
import { Handling } from './handling.tsx'
import type { HandlingAction } from './handle-dialog.tsx'

const AlarmDetail = lazyPart(() => import('./alarm-detail.tsx'), 'AlarmDetail')
const HandleDialog = lazyPart(() => import('./handle-dialog.tsx'), 'HandleDialog')

const tabs = alarmState.values.map(({ id, zh, en }) => ({ id: String(id), label: { zh, en } }))

interface PendingHandling {
  judgement: HandlingAction
  ids: readonly number[]
  done: () => void
}

/** Alarms of the scene: open, solved, ignored. */
export function View() {
  const scene = useScene()
  const may = useMay()
  const go = useGo()
  useSceneOfLink()
  const [{ tab }, setTab] = useUrlState({ tab: '0' })
  const [requested, ask] = useState<PendingHandling>()
  const filters = useFilters()
  const { run: clear } = useMutateCall(logCalls.clear, { done: { zh: '已清除', en: 'Cleared' } })
  const input = useMemo(() => ({ ...scene.input, state: Number(tab) as ListedAlarm['state'] }), [scene.id, tab]) // oxlint-disable-line react-hooks/exhaustive-deps -- the id identifies the scene
  const mayWrite = may('alarm.write') && !scene.readOnly
  const isOpen = Number(tab) === alarmState.id.open
  const rowActions = useCallback(
    ({ id, device_id, last_at }: ListedAlarm) => (
      <span className="inline-flex">
        <IconButton
          size="s"
          icon={Network}
          label={{ zh: '查看当时的拓扑', en: 'The topology at that time' }}
          onClick={() => go('/scene/topology/index', { at: last_at, on: `d${device_id}` })}
        />
        {isOpen && mayWrite && (
          <HandleButton judgement="solve" onClick={() => ask({ judgement: 'solve', ids: [id], done: () => {} })} />
        )}
        {isOpen && mayWrite && (
          <HandleButton judgement="ignore" onClick={() => ask({ judgement: 'ignore', ids: [id], done: () => {} })} />
        )}
      </span>
    ),
    [isOpen, mayWrite, go],
  )
  const batch = ({ ids, clear: unselect }: Batch<ListedAlarm>) => (
    <>
      {isOpen &&
        (['solve', 'ignore'] as const).map((judgement) => (
          <Button
            key={judgement}
            kind="quiet"
            size="s"
            icon={icons[judgement]}
            onClick={() => ask({ judgement, ids, done: unselect })}
          >
            {say(verbs[judgement])}
          </Button>
        ))}
      {!isOpen && scene.own && (
        <Button kind="quiet" size="s" icon={Eraser} onClick={async () => (await clear({ ids })) && unselect()}>
          {say({ zh: '清除', en: 'Clear' })}
        </Button>
      )}
    </>
  )
  return (
    <>
      <div className="mb-3 flex items-center gap-4">
        <Tabs tabs={tabs} value={tab} onChange={(tab) => setTab({ tab }, { push: true })} className="min-w-0 flex-1" />
        <Handling scene={scene.input} />
      </div>
      <CallTable
        key={tab}
        call={logCalls.list}
        input={input}
        columns={columns}
        filters={filters}
        takes={mergeNewRows}
        searchHint={{ zh: '设备 / 序列号 / 备注', en: 'Device, serial or note' }}
        csv={csv}
        rowActions={rowActions}
        actionsWidth={isOpen && mayWrite ? 108 : 64}
        expand={Behind}
        {...(mayWrite && { batch })}
        empty={
          isOpen
            ? { title: { zh: '暂无未处理的告警', en: 'No open alarms' }, hint: { zh: '一切正常', en: 'No problems' } }
            : { title: { zh: '暂无告警', en: 'No alarms' } }
        }
      />
      <Suspense>
        {requested && <HandleDialog {...requested} onDone={requested.done} onClose={() => ask(undefined)} />}
      </Suspense>
    </>
  )
}

const Behind = (alarm: ListedAlarm) => (
  <Suspense>
    <AlarmDetail alarm={alarm} />
  </Suspense>
)

/** A link in a message contains its scene, which may differ from the chosen one. */
function useSceneOfLink(): void {
  const [{ scene }, set] = useUrlState({ scene: 0 })
  useEffect(() => {
    if (!scene) return
    set({ scene: 0 })
    const { scene: mine, scene_id } = session()
    if (scene !== scene_id && mine.has(scene)) chooseScene(scene)
  }, [scene, set])
}

const icons = { solve: Check, ignore: BellOff }
const verbs = { solve: { zh: '解决', en: 'Solve' }, ignore: { zh: '忽略', en: 'Ignore' } }

function HandleButton({ judgement, onClick }: { judgement: HandlingAction; onClick: () => void }) {
  return <IconButton size="s" icon={icons[judgement]} label={verbs[judgement]} onClick={onClick} />
}

function useFilters(): FilterSpec[] {
  const { data } = useQueryCall(typeCalls.list, {})
  const types = data?.list
  return useMemo(
    () => [
      { key: 'level', label: { zh: '级别', en: 'Level' }, kind: 'select', options: alarmLevel.values },
      {
        key: 'type',
        label: { zh: '类型', en: 'Type' },
        kind: 'select',
        options: (types ?? []).map(({ id, name }) => ({ id, label: name })),
      },
      { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'range', keys: ['from', 'to'] },
    ],
    [types],
  )
}
