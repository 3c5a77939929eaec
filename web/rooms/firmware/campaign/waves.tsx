import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { campaignCalls } from '@belvedere/contract/rooms/firmware/campaign.ts'
import { upgradeReason, upgradeStep } from '@belvedere/contract/rooms/firmware/enums.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { lang, say } from '../../../kit/words/words.ts'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Badge, Status } from '../../../ui/feedback/status.tsx'
import type { Campaign } from './campaign-status.tsx'

type CampaignDevice = Out<typeof campaignCalls.detail>['devices'][number]

const columns: MiniColumn<CampaignDevice>[] = [
  { label: { zh: '设备', en: 'Device' }, format: ({ name }) => <span className="font-medium">{name}</span> },
  { label: { zh: '型号', en: 'Model' }, format: ({ model }) => model },
  {
    label: { zh: '版本', en: 'Version' },
    mono: true,
    format: ({ from_version, to_version }) => `${from_version} → ${to_version}`,
  },
  { label: { zh: '步骤', en: 'Step' }, format: (device) => <Step device={device} /> },
  {
    label: { zh: '说明', en: 'Message' },
    format: ({ reason, msg }) => (
      <span className="whitespace-normal">
        {[reason && upgradeReason.label(reason, lang), msg].filter(Boolean).join(lang === 'zh' ? '：' : ': ')}
      </span>
    ),
  },
  { label: { zh: '时间', en: 'Since' }, format: ({ since }) => <RelativeTime at={since} /> },
]

function Step({ device: { step, online } }: { device: CampaignDevice }) {
  if (step === 'waiting' && !online) return <Status tone="disabled" label={{ zh: '离线', en: 'Offline' }} />
  return <Status tone={upgradeStep.find(step)?.tone} label={upgradeStep.label(step, lang)} />
}

const over = (step: CampaignDevice['step']) => !['waiting', 'backup', 'told', 'restarting'].includes(step)
const bad = (step: CampaignDevice['step']) => step === 'failed' || step === 'lost'

/** The waves in order; the running wave and waves with problems are expanded. */
export function Waves({ campaign, devices }: { campaign: Campaign; devices: readonly CampaignDevice[] }) {
  const waves = [...Map.groupBy(devices, ({ wave }) => wave)].sort(([a], [b]) => a - b)
  return (
    <ol className="flex flex-col gap-2">
      {waves.map(([wave, list]) => (
        <Wave
          key={wave}
          number={wave + 1}
          devices={list}
          current={campaign.ended_at === null && campaign.wave === wave}
        />
      ))}
    </ol>
  )
}

interface WaveProps {
  number: number
  devices: readonly CampaignDevice[]
  current: boolean
}

function Wave({ number, devices, current }: WaveProps) {
  const failed = devices.filter(({ step }) => bad(step)).length
  const [chosen, setChosen] = useState<boolean>()
  const open = chosen ?? (current || failed > 0)
  const Arrow = open ? ChevronDown : ChevronRight
  return (
    <li className="rounded-lg border border-line bg-surface">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setChosen(!open)}
        className="flex h-10 w-full items-center gap-2 rounded-lg px-3 text-left hover:bg-hover"
      >
        <Arrow size={15} className="shrink-0 text-faint" aria-hidden="true" />
        <span className="font-medium">{say({ zh: '第 {number} 批', en: 'Wave {number}' }, { number })}</span>
        {devices.some(({ canary }) => canary) && (
          <Badge tone="primary" label={{ zh: '首批验证', en: 'First devices' }} />
        )}
        {current && <Badge tone="success" label={{ zh: '当前', en: 'Now' }} />}
        <span className="ml-auto">
          <Progress done={devices.filter(({ step }) => over(step)).length} total={devices.length} failed={failed} />
        </span>
      </button>
      {open && (
        <MiniTable
          label={say({ zh: '第 {number} 批的设备', en: 'Devices of wave {number}' }, { number })}
          columns={columns}
          rows={[...devices].sort((a, b) => Number(bad(b.step)) - Number(bad(a.step)))}
          rowKey={({ id }) => id}
          className="max-h-96 rounded-t-none border-x-0 border-b-0"
        />
      )}
    </li>
  )
}
