import { topologyCalls } from '@belvedere/contract/rooms/topology/topology.ts'
import { Radar } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { call, type AnswerOf } from '../../../kit/calls/call.ts'
import { Go } from '../../../kit/routing/go.tsx'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { MiniTable } from '../../../ui/data-table/mini-table.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

type TopologyScan = AnswerOf<typeof topologyCalls.scan>

/** Scans the networks of the main device, and shows the hosts that respond. */
export function ScanDialog({ sceneId, onClose }: { sceneId: number; onClose: () => void }) {
  const [subnet, setSubnet] = useState('')
  const [pending, setPending] = useState(false)
  const [answer, setAnswer] = useState<TopologyScan>()
  const [failure, setFailure] = useState<Error>()
  const run = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    setPending(true)
    setFailure(undefined)
    setAnswer(undefined)
    try {
      setAnswer(await call(topologyCalls.scan, { scene_id: sceneId, ...(subnet.trim() && { subnet: subnet.trim() }) }))
    } catch (error) {
      if (!isSilent(error)) setFailure(error as Error)
    }
    setPending(false)
  }
  return (
    <Dialog open onClose={onClose} title={{ zh: '扫描网络', en: 'Scan the network' }} width={640}>
      <form onSubmit={run} className="flex flex-wrap items-start gap-3">
        <TextField
          mono
          className="w-56"
          maxLength={18}
          label={{ zh: '网段（可选）', en: 'Network (optional)' }}
          placeholder="192.168.1.0/24"
          value={subnet}
          onChange={setSubnet}
        />
        <Button type="submit" kind="primary" icon={Radar} pending={pending} className="mt-[21px]">
          {say({ zh: '开始扫描', en: 'Scan' })}
        </Button>
      </form>
      <p role="status" className="mt-3 text-soft">
        {pending
          ? say({
              zh: '主设备正在逐个探测地址，最多需要一分钟',
              en: 'The main device probes each address; this takes up to a minute',
            })
          : !answer &&
            !failure &&
            say({
              zh: '由场景的主设备探测它所在的内网。',
              en: 'The main device of the scene scans its own networks.',
            })}
      </p>
      {failure && <ErrorState error={failure} />}
      {answer && <Answered answer={answer} />}
    </Dialog>
  )
}

function Answered({ answer: { from, subnets, list } }: { answer: TopologyScan }) {
  const news = list.filter(({ known, terminal }) => !known && terminal === 0).length
  return (
    <>
      <p role="status" className="mb-2 text-soft">
        {say(
          {
            zh: '“{from}”在 {nets} 中发现 {n} 个地址，其中 {news} 个未知',
            en: '“{from}” found {n} {n:address|addresses} in {nets}, {news} of them unknown',
          },
          { from: from.name, nets: subnets.join(say({ zh: '、', en: ', ' })), n: list.length, news },
        )}
      </p>
      {from.simulated === 1 && (
        <p className="mb-2">
          <Status
            tone="neutral"
            label={{ zh: '模拟设备，结果来自模拟网络', en: 'A simulated device: this is the simulated network' }}
          />
        </p>
      )}
      <MiniTable
        label={{ zh: '扫描结果', en: 'What answered' }}
        rows={list}
        rowKey={({ ip }) => ip}
        className="max-h-80"
        columns={[
          { label: { zh: 'IP 地址', en: 'IP address' }, mono: true, format: ({ ip }) => ip },
          { label: { zh: 'MAC 地址', en: 'MAC address' }, mono: true, format: ({ mac }) => mac },
          { label: { zh: '厂商', en: 'Vendor' }, format: ({ vendor }) => vendor },
          {
            label: { zh: '身份', en: 'Who' },
            format: ({ known, terminal }) =>
              known ? (
                <Status tone="success" label={known.name} />
              ) : terminal === 1 ? (
                <Status tone="neutral" label={{ zh: '终端', en: 'Terminal' }} />
              ) : (
                <Status tone="warning" label={{ zh: '未知', en: 'Unknown' }} />
              ),
          },
        ]}
      />
      {news > 0 && (
        <p className="mt-3">
          <Go to="/config/device/other" className="text-accent-text hover:underline">
            {say({ zh: '在“其他设备”中添加', en: 'Add them under Other devices' })}
          </Go>
        </p>
      )}
    </>
  )
}
