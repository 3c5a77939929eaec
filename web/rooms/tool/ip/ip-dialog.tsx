import { toolErrors } from '@belvedere/contract/rooms/tool/errors.ts'
import { toolCalls } from '@belvedere/contract/rooms/tool/tool.ts'
import { useEffect, useState } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import type { Text } from '../../../ui/base/text-of.ts'
import { LastLookUps } from '../last-look-ups.tsx'
import { LookUpForm } from '../look-up-form.tsx'
import { saveLookUp } from '../look-ups.ts'
import type { ToolProps } from '../tool-dialogs.tsx'
import { aboutIp, isAddress } from './ip-answer.ts'
import { IpBatch } from './ip-batch.tsx'
import { IpResult } from './ip-result.tsx'

const example = '8.8.8.8 / 2001:db8::1'
/** In the wording that its licence requires. */
const attribution = 'IP Geolocation by DB-IP'

const networks = [
  { name: 'RouteViews', href: 'https://www.routeviews.org/' },
  { name: 'NRO', href: 'https://www.nro.net/' },
]

const methods = [
  { id: 'one', label: { zh: '单个查询', en: 'One address' } },
  { id: 'many', label: { zh: '批量查询', en: 'Many addresses' } },
] as const

export function IpDialog({ value, onClose }: ToolProps) {
  const [method, setWay] = useState<'one' | 'many'>('one')
  return (
    <Dialog open onClose={onClose} title={{ zh: 'IP 查询', en: 'IP look-up' }}>
      <Tabs tabs={methods} value={method} onChange={setWay} className="mb-4" />
      {method === 'one' ? <OneAddress first={value} /> : <IpBatch />}
      <Sources />
    </Dialog>
  )
}

/** Starts with the caller's address. */
function OneAddress({ first }: { first: string }) {
  const [typed, setTyped] = useState(first)
  const [requested, setAsked] = useState(first)
  const [problem, setProblem] = useState<Text>()
  const { data, error, isPending } = useQueryCall(toolCalls.ipQuery, requested ? { ip: requested } : {})
  useEffect(() => {
    if (data && requested) saveLookUp('ip', { value: data.ip, about: aboutIp(data) })
  }, [data, requested])
  const ask = (text: string) => {
    const wanted = text.trim()
    setTyped(wanted)
    if (!wanted) return setProblem(toolErrors.empty)
    if (!isAddress(wanted)) return setProblem(toolErrors.notAnAddress)
    setProblem(undefined)
    setAsked(wanted)
  }
  return (
    <>
      <LookUpForm
        label={{ zh: 'IP 地址', en: 'IP address' }}
        placeholder={example}
        value={typed}
        onChange={(text) => (setTyped(text), setProblem(undefined))}
        onSubmit={() => ask(typed)}
        error={problem ?? error?.message}
        pending={isPending}
      />
      {isPending && <Skeleton className="mt-4 h-40" />}
      {data && <IpResult answer={data} own={!requested} />}
      <LastLookUps kind="ip" onChoose={ask} />
    </>
  )
}

/** The licences of the data require a link beside the results. */
function Sources() {
  return (
    <p className="mt-5 text-xs text-faint">
      {say({
        zh: '离线数据，位置是估计，移动网络和任播地址尤其可能不准。数据来源：ip2region、',
        en: 'Offline data: places are estimates, least certain for mobile networks and anycast. Sources: ip2region, ',
      })}
      <Source href="https://db-ip.com/">{attribution}</Source>
      {networks.map(({ name, href }) => (
        <span key={name}>
          {say({ zh: '、', en: ', ' })}
          <Source href={href}>{name}</Source>
        </span>
      ))}
    </p>
  )
}

function Source({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="whitespace-nowrap underline hover:text-ink">
      {children}
    </a>
  )
}
