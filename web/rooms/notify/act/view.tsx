import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { actCalls } from '@belvedere/contract/rooms/notify/act.ts'
import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { alarmState } from '@belvedere/contract/rooms/alarm/enums.ts'
import { linkAction } from '@belvedere/contract/rooms/notify/enums.ts'
import { useEffect, useState } from 'react'
import { brand } from '../../../kit/words/brand.ts'
import { call } from '../../../kit/calls/call.ts'
import { Logo } from '../../../kit/look/logo.tsx'
import { isSilent, ServerRefusal } from '../../../kit/calls/refusal.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

type ShownAlarms = Out<typeof actCalls.show>
type AlarmLinkAction = (typeof linkAction.values)[number]['id']

/**
 * The alarms of a message, and the recipient's actions; opening the link changes nothing, because programs open links,
 * too.
 */
export function View() {
  const [{ t, a }] = useUrlState({ t: '', a: '' })
  const [shown, setShown] = useState<ShownAlarms>()
  const [error, setError] = useState<Error>()
  const [pending, setPending] = useState<AlarmLinkAction>()
  const [by, setBy] = useState('')
  const attempt = async (work: () => Promise<void>) => {
    setError(undefined)
    await work().catch((failure: Error) => !isSilent(failure) && setError(failure))
    setPending(undefined)
  }
  const look = () => attempt(async () => setShown(await call(actCalls.show, { t })))
  useEffect(() => void look(), [t]) // oxlint-disable-line react-hooks/exhaustive-deps -- depends only on the link
  const act = (action: AlarmLinkAction) => {
    setPending(action)
    return attempt(async () => {
      await call(actCalls.act, { t, action, by: by.trim() })
      setShown(await call(actCalls.show, { t }))
    })
  }
  return (
    <main className="mx-auto flex min-h-full w-full max-w-[480px] flex-col justify-center gap-4 px-6 py-8">
      <p className="flex items-center gap-2 font-semibold">
        <Logo />
        {say(brand)}
      </p>
      <h1 className="text-xl font-semibold">{say({ zh: '处理告警', en: 'Handle alarms' })}</h1>
      {error instanceof ServerRefusal && !shown ? (
        <EmptyState title={error.message} />
      ) : (
        error && <ErrorState error={error} {...(!shown && { onRetry: () => void look() })} />
      )}
      {!shown && !error && <Skeleton className="h-40" />}
      {shown && (
        <>
          <Alarms list={shown.list} />
          <TextField
            label={{ zh: '您的姓名（写入操作日志，可不填）', en: 'Your name, for the operation log (optional)' }}
            value={by}
            onChange={setBy}
            maxLength={32}
          />
          <Choice shown={shown} first={a} pending={pending} onAct={(action) => void act(action)} />
          <p className="text-xs text-faint">
            {say(
              {
                zh: '团队：{team}　接收人：{name}　链接有效期至 {until}',
                en: '{team} · sent to {name} · valid until {until}',
              },
              { team: shown.team, name: shown.name, until: absoluteTime(shown.expires_at) },
            )}
          </p>
        </>
      )}
    </main>
  )
}

function Alarms({ list }: Pick<ShownAlarms, 'list'>) {
  return (
    <ul className="flex max-h-[45vh] flex-col gap-3 overflow-y-auto">
      {list.map((one, at) => (
        <li key={at} className="flex flex-col gap-1 rounded-md border border-line p-3">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Status {...toneOf(alarmLevel, one.level)} />
            <span className="font-medium">{one.title}</span>
          </span>
          <span className="text-soft">{one.text}</span>
          <span className="text-xs text-faint">
            {one.device_name} · {one.scene_name} · {absoluteTime(one.last_at)}
          </span>
          <span className="flex flex-wrap items-center gap-x-3 text-xs">
            <Status {...stateOf(one)} />
            {one.changed_by && <span className="text-faint">{one.changed_by}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

const toneOf = (kind: typeof alarmLevel, id: ShownAlarms['list'][number]['level']) => {
  const { tone, ...label } = kind.find(id) ?? { tone: 'neutral' as const, zh: '', en: '' }
  return { tone, label }
}

function stateOf({ state, acknowledged }: ShownAlarms['list'][number]) {
  const { tone, ...label } = alarmState.find(state) ?? { tone: 'neutral' as const, zh: '', en: '' }
  return acknowledged ? { tone: 'primary' as const, label: { zh: '已确认', en: 'Acknowledged' } } : { tone, label }
}

interface ActionChoiceProps {
  shown: ShownAlarms
  /** The alarm of the followed link. */
  first: string
  pending: AlarmLinkAction | undefined
  onAct: (action: AlarmLinkAction) => void
}

function Choice({ shown, first, pending, onAct }: ActionChoiceProps) {
  return (
    <div className="flex flex-col gap-2">
      {linkAction.values.map(({ id, ...words }) => {
        const used = shown.used.find(({ action }) => action === id)
        if (used)
          return (
            <p key={id} className="flex flex-wrap items-center gap-x-2">
              <Status tone="success" label={words} />
              <span className="text-xs text-faint">
                {used.by} · {absoluteTime(used.at)}
              </span>
            </p>
          )
        return (
          <Button
            key={id}
            size="l"
            kind={first === id ? 'primary' : 'plain'}
            pending={pending === id}
            disabled={pending !== undefined && pending !== id}
            onClick={() => onAct(id)}
          >
            {say(words)}
          </Button>
        )
      })}
    </div>
  )
}
