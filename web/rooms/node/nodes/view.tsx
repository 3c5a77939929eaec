import { nodeRole, outageKind } from '@belvedere/contract/rooms/node/enums.ts'
import { nodeCalls } from '@belvedere/contract/rooms/node/node.ts'
import type { ReactNode } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { StaleNote } from '../../../kit/live/stale-note.tsx'
import { lang, say } from '../../../kit/words/words.ts'
import { durationText } from '../../../ui/values/duration.ts'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { absoluteTime, useNow } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { AccountPage, Matter, Panel } from '../../../ui/layout/panel.tsx'
import { Nodes } from './nodes.tsx'

type Installation = AnswerOf<typeof nodeCalls.list>

/** Milliseconds between refetches: nodes send heartbeats every few seconds, without updates. */
const every = 5_000

/** The processes of the installation, their dependencies, and outages. */
export function View() {
  const { data, error, dataUpdatedAt, refetch } = useQueryCall(nodeCalls.list, {}, { every })
  const retry = () => void refetch()
  if (error && !data) return <ErrorState error={error} onRetry={retry} />
  if (!data) return <Loading />
  return (
    <AccountPage>
      <StaleNote error={error} at={dataUpdatedAt} onRetry={retry} />
      <Panel title={{ zh: '节点', en: 'Nodes' }} hint={nodesHint}>
        <Nodes nodes={data.nodes} />
      </Panel>
      <Panel title={{ zh: '基础服务', en: 'Services' }}>
        <Services {...data} />
      </Panel>
      <Panel title={{ zh: '超期任务', en: 'Overdue jobs' }} hint={jobsHint}>
        <Jobs jobs={data.jobs} />
      </Panel>
      <Panel title={{ zh: '中断记录', en: 'Outages' }} hint={outagesHint}>
        <Outages outages={data.outages} />
      </Panel>
    </AccountPage>
  )
}

const nodesHint = {
  zh: '每个服务进程为一个节点。节点停止响应约 15 秒后标为失联，其网关上的设备状态变为未知。',
  en: 'Each server process is a node. After about 15 seconds of silence it counts as lost, and the state of its devices as unknown.',
}
const jobsHint = {
  zh: '连续三个周期未执行的定时任务。',
  en: 'Scheduled jobs that have not run for three of their periods.',
}
const outagesHint = {
  zh: '发生和恢复时，会向填写了邮箱的平台管理员发送邮件。',
  en: 'Administrators of the installation with an e-mail address receive an e-mail when an outage starts and ends.',
}

function Loading() {
  return (
    <AccountPage>
      <Skeleton className="h-48 w-full" />
      <Skeleton className="h-32 w-full" />
    </AccountPage>
  )
}

const up = { zh: '正常', en: 'Up' }

function Services({ bus, database }: Installation) {
  return (
    <>
      <Matter label={{ zh: '数据库', en: 'Database' }}>
        <Status tone="success" label={up} />
        <Faint>
          PostgreSQL {database.version} · {say({ zh: '往返 {ms} 毫秒', en: 'round trip {ms} ms' }, { ms: database.ms })}
        </Faint>
      </Matter>
      <Matter label={{ zh: '消息总线', en: 'Message bus' }}>
        <Status tone={bus.up ? 'success' : 'danger'} label={bus.up ? up : { zh: '中断', en: 'Lost' }} />
        <Faint>{bus.nats ? 'NATS' : say({ zh: '进程内', en: 'inside the process' })}</Faint>
      </Matter>
    </>
  )
}

const Faint = ({ children }: { children: ReactNode }) => <span className="ml-3 text-xs text-soft">{children}</span>

function Jobs({ jobs }: Pick<Installation, 'jobs'>) {
  if (jobs.length === 0) return <Nothing label={{ zh: '定时任务均按时执行', en: 'All jobs run on time' }} />
  return (
    <ul className="divide-y divide-line">
      {jobs.map(({ name, period, idle }) => (
        <li key={name} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2">
          <span className="min-w-0 flex-1 basis-48 font-mono break-all">{name}</span>
          <span className="text-xs text-warning">
            {say(
              { zh: '{idle}未执行，周期 {period}', en: 'not run for {idle}, every {period}' },
              { idle: durationText(idle), period: durationText(period) },
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Outages({ outages }: Pick<Installation, 'outages'>) {
  const now = useNow()
  if (outages.length === 0) return <Nothing label={{ zh: '没有中断记录', en: 'No outages' }} />
  return (
    <ul className="divide-y divide-line">
      {outages.map((outage) => {
        const { id, began_at, ended_at } = outage
        const lasted = durationText(Math.max(0, (ended_at ?? now) - began_at))
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-2">
            <span className="w-24 shrink-0">
              {ended_at === null ? (
                <Status tone="danger" label={{ zh: '中断中', en: 'Lost' }} />
              ) : (
                <Status tone="success" label={{ zh: '已恢复', en: 'Back' }} />
              )}
            </span>
            <span className="min-w-0 flex-1 basis-48 break-all">{titleOf(outage)}</span>
            <span className="text-xs text-soft">
              {absoluteTime(began_at)} · {lasted}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function titleOf({ kind, name, roles }: Installation['outages'][number]): string {
  const does = roles.map((role) => nodeRole.label(role, lang)).join(say({ zh: '、', en: ', ' }))
  return [outageKind.label(kind, lang), name, does && `(${does})`].filter(Boolean).join(' ')
}

const Nothing = ({ label }: { label: Parameters<typeof say>[0] }) => <p className="text-faint">{say(label)}</p>
