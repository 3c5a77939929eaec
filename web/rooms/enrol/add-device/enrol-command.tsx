import type { enrolCalls } from '@belvedere/contract/rooms/enrol/enrol.ts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useGo } from '../../../kit/routing/go.tsx'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Snippet } from './snippet.tsx'
import { useArrival } from './use-arrival.ts'
import { useSecondsLeft } from '../../../ui/values/use-seconds-left.ts'
import { nameOf, pageOf, type ListedDevice } from '../../device/api.tsx'

interface EnrolCommandProps {
  issued: AnswerOf<typeof enrolCalls.token>
  scene_id: number
  onAgain: () => void
  onClose: () => void
}

/** The enrolment command, its expiry, and the host as soon as it connects. */
export function EnrolCommand({ issued, scene_id, onAgain, onClose }: EnrolCommandProps) {
  const left = useSecondsLeft(issued.expires_at)
  const host = useArrival(scene_id)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">
        {say({
          zh: '在要接入的主机上运行（建议用 root，普通用户只能上报）：',
          en: 'Run this on the host; as root for everything, as an ordinary user for reports only:',
        })}
      </p>
      <Snippet text={issued.command} />
      {issued.local_only === 1 && <LocalOnly />}
      <div role="status" className="rounded-md border border-line px-3 py-3">
        {host ? (
          <Connected host={host} onClose={onClose} />
        ) : left > 0 ? (
          <Waiting left={left} />
        ) : (
          <Expired onAgain={onAgain} />
        )}
      </div>
    </div>
  )
}

function LocalOnly() {
  return (
    <p className="flex items-start gap-2 text-xs text-warning">
      <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
      {say({
        zh: '平台只监听本机地址，这条命令只能在本机运行。要接入其他主机，请用 --host 0.0.0.0 启动平台。',
        en: 'This server listens on this machine only, so the command works only here. Start it with --host 0.0.0.0 to connect other hosts.',
      })}
    </p>
  )
}

function Waiting({ left }: { left: number }) {
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <span className="flex items-center gap-2 text-soft">
      <Spinner className="text-accent-text" />
      {say({ zh: '等待主机连接…', en: 'Waiting for the host…' })}
      <span className="ml-auto text-xs text-faint">
        {say({ zh: '命令 {clock} 后失效，只能使用一次', en: 'Good for one use within {clock}' }, { clock })}
      </span>
    </span>
  )
}

function Expired({ onAgain }: { onAgain: () => void }) {
  return (
    <span className="flex items-center justify-between gap-2 text-warning">
      {say({ zh: '命令已过期', en: 'The command has expired' })}
      <Button size="s" onClick={onAgain}>
        {say({ zh: '重新生成', en: 'Make another' })}
      </Button>
    </span>
  )
}

function Connected({ host, onClose }: { host: ListedDevice; onClose: () => void }) {
  const go = useGo()
  const show = () => {
    onClose()
    go(pageOf(host.type), { search: host.sn, expand: host.id })
  }
  return (
    <span className="flex items-center gap-2">
      <CircleCheck size={18} aria-hidden="true" className="shrink-0 text-success" />
      <span className="min-w-0 truncate">
        <b className="font-medium">{nameOf(host)}</b> {say({ zh: '已连接', en: 'is connected' })}{' '}
        <span className="text-faint">{[host.model, host.address].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="ml-auto flex shrink-0 items-center gap-1">
        <Button size="s" kind="quiet" onClick={show}>
          {say({ zh: '查看', en: 'Show it' })}
        </Button>
        <Button size="s" onClick={onClose}>
          {say({ zh: '完成', en: 'Done' })}
        </Button>
      </span>
    </span>
  )
}
