import { thirdKind } from '@belvedere/contract/rooms/device/third/enums.ts'
import { scanCalls } from '@belvedere/contract/rooms/monitor/scan.ts'
import { monitoredCalls } from '@belvedere/contract/rooms/monitor/monitored.ts'
import { Radar } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { call, type AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useSession } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

type ScannedHost = AnswerOf<typeof scanCalls.run>['list'][number]
type MonitorKind = (typeof thirdKind.ids)[number]

/** Hosts that respond in the network of a scene; an unknown host is added as a third-party device with one click. */
export function ByScan({ scene_id, onClose }: { scene_id: number; onClose: () => void }) {
  const isAdmin = useSession((s) => s.is_admin)
  const [from, setFrom] = useState<'main' | 'server'>('main')
  const [subnet, setSubnet] = useState('')
  const [answer, setAnswer] = useState<AnswerOf<typeof scanCalls.run>>()
  const scan = useMutateCall(scanCalls.run)
  const places = [
    { id: 'main' as const, zh: '场景的主设备', en: 'The main device of the scene' },
    ...(isAdmin ? [{ id: 'server' as const, zh: '本服务器', en: 'This server' }] : []),
  ]
  const run = async (event: FormEvent) => {
    event.preventDefault()
    setAnswer(undefined)
    const where = { scene_id, ...(from === 'server' ? { device_id: 0 } : {}) }
    setAnswer(await scan.run({ ...where, ...(subnet.trim() ? { subnet: subnet.trim() } : {}) }))
  }
  return (
    <div className="flex flex-col gap-4">
      <form onSubmit={run} className="flex flex-wrap items-start gap-3">
        <Select
          className="w-56 max-sm:w-full"
          label={{ zh: '从哪里扫描', en: 'Look from' }}
          options={places}
          value={from}
          onChange={setFrom}
        />
        <TextField
          mono
          className="w-56 max-sm:w-full"
          maxLength={18}
          label={{ zh: '网段（可选）', en: 'Network (optional)' }}
          placeholder="192.168.1.0/24"
          value={subnet}
          onChange={setSubnet}
          error={scan.fields.subnet}
        />
        <Button type="submit" kind="primary" icon={Radar} pending={scan.pending} className="mt-[21px] max-sm:mt-0">
          {say({ zh: '开始扫描', en: 'Scan' })}
        </Button>
      </form>
      {scan.pending && (
        <p role="status" className="text-soft">
          {say({ zh: '正在逐个探测地址，最多需要一分钟', en: 'Asking each address; this takes up to a minute' })}
        </p>
      )}
      {answer && <FoundList key={answer.subnets.join()} answer={answer} scene_id={scene_id} onClose={onClose} />}
    </div>
  )
}

interface FoundListProps {
  answer: AnswerOf<typeof scanCalls.run>
  scene_id: number
  onClose: () => void
}

function FoundList({ answer: { list, subnets, from }, scene_id, onClose }: FoundListProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [kind, setKind] = useState<MonitorKind>('other')
  const [outcome, setOutcome] = useState<ReadonlyMap<string, string>>(new Map())
  const [pending, setPending] = useState(false)
  const free = list.filter(({ ip, known }) => !known && outcome.get(ip) !== '')
  const toggle = (ip: string) => {
    const next = new Set(chosen)
    if (!next.delete(ip)) next.add(ip)
    setChosen(next)
  }
  const add = async () => {
    setPending(true)
    for (const one of free.filter(({ ip }) => chosen.has(ip))) {
      const reason = await addOne(one, scene_id, kind)
      setOutcome((was) => new Map(was).set(one.ip, reason))
    }
    setChosen(new Set())
    setPending(false)
  }
  const all = free.length > 0 && free.every(({ ip }) => chosen.has(ip))
  const columns: MiniColumn<ScannedHost>[] = [
    {
      label: { zh: '选择', en: 'Choose' },
      format: ({ ip, known }) =>
        !known &&
        outcome.get(ip) !== '' && <Checkbox aria-label={ip} checked={chosen.has(ip)} onChange={() => toggle(ip)} />,
    },
    { label: { zh: 'IP 地址', en: 'IP address' }, mono: true, format: ({ ip }) => ip },
    { label: { zh: 'MAC 地址', en: 'MAC address' }, mono: true, format: ({ mac }) => mac },
    { label: { zh: '厂商', en: 'Vendor' }, format: ({ vendor }) => vendor },
    { label: { zh: '状态', en: 'State' }, format: (one) => <StateOf found={one} outcome={outcome.get(one.ip)} /> },
  ]
  const said = say(
    {
      zh: '从“{from}”扫描 {nets}，发现 {n} 个地址',
      en: '{n} {n:address|addresses} found in {nets}, scanned from {from}',
    },
    {
      from: from?.name ?? say({ zh: '本服务器', en: 'this server' }),
      nets: subnets.join(say({ zh: '、', en: ', ' })),
      n: list.length,
    },
  )
  return (
    <>
      <p role="status" className="text-soft">
        {said}
      </p>
      <MiniTable
        label={{ zh: '扫描结果', en: 'Found' }}
        columns={columns}
        rows={list}
        rowKey={({ ip }) => ip}
        className="max-h-72"
      />
      <div className="flex flex-wrap items-end justify-end gap-3">
        <div className="flex h-8 flex-1 items-center">
          <Checkbox
            label={{ zh: '全选未知设备', en: 'All that are not known' }}
            checked={all}
            onChange={() => setChosen(all ? new Set() : new Set(free.map(({ ip }) => ip)))}
          />
        </div>
        <Select
          filter
          className="w-44"
          name={{ zh: '种类', en: 'Kind' }}
          options={thirdKind.values as readonly { id: MonitorKind; zh: string; en: string }[]}
          value={kind}
          onChange={setKind}
        />
        <Button kind="primary" disabled={chosen.size === 0} pending={pending} onClick={() => void add()}>
          {say({ zh: '添加 {n} 台，用 Ping 监测', en: 'Add {n}, watched by ping' }, { n: chosen.size })}
        </Button>
        <Button onClick={onClose}>{say({ zh: '完成', en: 'Done' })}</Button>
      </div>
    </>
  )
}

function StateOf({ found: { known, rtt_ms }, outcome }: { found: ScannedHost; outcome: string | undefined }) {
  if (outcome === '') return <Status tone="success" label={{ zh: '已添加', en: 'Added' }} />
  if (outcome) return <Status tone="danger" label={outcome} />
  if (known) return <Status tone="neutral" label={{ zh: `已有：${known.name}`, en: `Known: ${known.name}` }} />
  return (
    <span className="text-soft">
      {rtt_ms === null ? say({ zh: '未知', en: 'Not known' }) : `${rtt_ms.toFixed(1)} ms`}
    </span>
  )
}

/** '' on success, else the error. */
async function addOne({ ip, mac, vendor }: ScannedHost, scene_id: number, kind: MonitorKind): Promise<string> {
  const name = `${vendor || thirdKind.find(kind)?.en || ''} ${ip}`.trim().slice(-32)
  try {
    await call(monitoredCalls.mod, { scene_id, name, kind, ip, ...(mac ? { mac } : {}), monitor: { type: 'ping' } })
    return ''
  } catch (error) {
    return (error as Error).message || '…'
  }
}
