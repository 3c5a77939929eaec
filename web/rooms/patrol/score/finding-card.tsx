import { findingChange, findingGroup, findingLevel } from '@belvedere/contract/rooms/patrol/enums.ts'
import { scoreCalls } from '@belvedere/contract/rooms/patrol/score.ts'
import { BellOff, ChevronRight, Undo2, Wrench } from 'lucide-react'
import { useGo } from '../../../kit/routing/go.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Badge, Status } from '../../../ui/feedback/status.tsx'
import { showDevice } from '../../device/api.tsx'
import type { IgnoreRequest } from './ignore-dialog.tsx'
import { type Affected, devicesOf, type PatrolFinding } from './patrol.ts'

interface FindingCardProps {
  finding: PatrolFinding
  isOpen: boolean
  withIgnored: boolean
  onToggle: () => void
  onIgnore: ((ask: IgnoreRequest) => void) | undefined
  fixEnabled: boolean
}

/** One finding: severity and suggestion; expanded, the devices with their evidence. */
export function FindingCard(props: FindingCardProps) {
  const { finding, isOpen, onToggle } = props
  const { code, level, title, group, device_cnt, ignored_cnt, of_cnt, points, devices } = finding
  const fresh = devices.filter(({ change, ignore_id }) => change === 'new' && ignore_id === 0).length
  return (
    <li className="border-line not-last:border-b">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={`finding-${code}`}
        onClick={onToggle}
        className="flex w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <ChevronRight size={14} aria-hidden="true" className={cx('shrink-0 text-faint', isOpen && 'rotate-90')} />
        <Status
          tone={device_cnt > 0 ? findingLevel.find(level)?.tone : 'disabled'}
          label={device_cnt > 0 ? findingLevel.label(level, lang) : { zh: '已忽略', en: 'Ignored' }}
          className="w-20 shrink-0 max-sm:w-auto"
        />
        <span className="min-w-0 flex-1">
          <b className="font-medium">{title}</b>
          {fresh > 0 && <Badge tone="danger" label={findingChange.label('new', lang)} className="ml-2" />}
          <span className="ml-2 text-xs text-faint max-sm:hidden">{findingGroup.label(group, lang)}</span>
        </span>
        <span className="shrink-0 text-soft max-sm:hidden">{countText(device_cnt, of_cnt, ignored_cnt, devices)}</span>
        <span className="w-12 shrink-0 text-right text-soft tabular-nums">{points > 0 ? `−${points}` : '0'}</span>
      </button>
      {isOpen && <Opened {...props} />}
    </li>
  )
}

function countText(found: number, of: number, ignored: number, devices: readonly Affected[]): string {
  const rest = ignored > 0 ? say({ zh: '，忽略 {n}', en: ', {n} ignored' }, { n: ignored }) : ''
  if (devices.every(({ device_id }) => device_id === 0)) return say({ zh: '场景', en: 'The scene' }) + rest
  return say({ zh: '{found} / {of} 台', en: '{found} of {of}' }, { found, of }) + rest
}

function Opened({ finding, withIgnored, onIgnore, fixEnabled }: FindingCardProps) {
  const scene = useScene()
  const go = useGo()
  const { run: fix, pending } = useMutateCall(scoreCalls.fix, {
    done: { zh: '修复已加入变更草稿，请审核后应用', en: 'The fix is in the draft; review and apply it' },
    refresh: ['change'],
  })
  const { code, advice, place, fixable, device_cnt } = finding
  const [to = '', query = ''] = place.split('?')
  return (
    <div id={`finding-${code}`} className="flex flex-col gap-3 px-4 pt-2 pb-4 pl-11 max-sm:pl-4">
      <p className="text-soft">{advice}</p>
      <div className="flex flex-wrap gap-2">
        {fixEnabled && fixable === 1 && (
          <Button
            icon={Wrench}
            size="s"
            kind="primary"
            pending={pending}
            onClick={() => void fix({ scene_id: scene.id, code })}
          >
            {say({ zh: '生成修复草稿', en: 'Draft the fix' })}
          </Button>
        )}
        {to && (
          <Button size="s" onClick={() => go(to, Object.fromEntries(new URLSearchParams(query)))}>
            {say({ zh: '前往处理', en: 'Go to it' })}
          </Button>
        )}
        {onIgnore && device_cnt > 0 && (
          <Button size="s" kind="quiet" icon={BellOff} onClick={() => onIgnore({ finding, device: undefined })}>
            {say({ zh: '全部忽略', en: 'Ignore all' })}
          </Button>
        )}
      </div>
      <Devices finding={finding} withIgnored={withIgnored} onIgnore={onIgnore} />
    </div>
  )
}

function Devices({ finding, withIgnored, onIgnore }: Pick<FindingCardProps, 'finding' | 'withIgnored' | 'onIgnore'>) {
  const scene = useScene()
  const go = useGo()
  const rows = devicesOf(finding, withIgnored || finding.device_cnt === 0)
  const columns: MiniColumn<Affected>[] = [
    {
      label: { zh: '对象', en: 'On' },
      format: ({ device_id, name, sn, type }) =>
        device_id === 0 ? (
          scene.name
        ) : (
          <button
            type="button"
            className="text-accent-text hover:underline"
            onClick={() => showDevice({ id: device_id, sn, type, scene_id: scene.id }, go)}
          >
            {name || sn}
          </button>
        ),
    },
    {
      label: { zh: '证据', en: 'Evidence' },
      format: ({ evidence }) => <span className="whitespace-normal">{evidence}</span>,
    },
    {
      label: { zh: '与上次相比', en: 'Since the last' },
      format: ({ change, ignore_id, ignored_reason, ignored_by, ignored_until }) =>
        ignore_id > 0 ? (
          <Status
            tone="disabled"
            label={`${say({ zh: '已忽略', en: 'Ignored' })} · ${ignored_reason} · ${ignored_by}${ignored_until === null ? '' : ` · ${say({ zh: '至 {at}', en: 'until {at}' }, { at: absoluteTime(ignored_until) })}`}`}
          />
        ) : (
          <Status tone={findingChange.find(change)?.tone} label={findingChange.label(change, lang)} />
        ),
    },
    ...(onIgnore ? [actionsOf(finding, onIgnore)] : []),
  ]
  const left = finding.device_cnt + finding.ignored_cnt - finding.devices.length
  return (
    <>
      <MiniTable
        className="max-h-96"
        columns={columns}
        rows={rows}
        rowKey={({ device_id }) => device_id}
        label={say({ zh: '{title}：涉及的设备', en: '{title}: devices concerned' }, { title: finding.title })}
      />
      {left > 0 && (
        <p className="text-xs text-faint">
          {say({ zh: '另有 {n} 台未列出', en: '{n} more are not listed' }, { n: left })}
        </p>
      )}
    </>
  )
}

/** The last column: ignores a device of the finding, or includes it again. */
const actionsOf = (finding: PatrolFinding, onIgnore: (ask: IgnoreRequest) => void): MiniColumn<Affected> => ({
  label: { zh: '操作', en: 'Actions' },
  format: (device) =>
    device.ignore_id > 0 ? (
      <CountAgain ignore_id={device.ignore_id} />
    ) : (
      <IconButton
        size="s"
        icon={BellOff}
        label={{ zh: '忽略', en: 'Ignore' }}
        onClick={() => onIgnore({ finding, device })}
      />
    ),
})

function CountAgain({ ignore_id }: { ignore_id: number }) {
  const { id: scene_id } = useScene()
  const { run: heed } = useMutateCall(scoreCalls.heed, { done: { zh: '已取消忽略', en: 'It counts again' } })
  return (
    <IconButton
      size="s"
      icon={Undo2}
      label={{ zh: '取消忽略', en: 'Count it again' }}
      onClick={() => void heed({ scene_id, ids: [ignore_id] })}
    />
  )
}
