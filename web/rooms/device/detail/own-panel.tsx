import type { ShownFacts as Facts } from '@belvedere/contract/rooms/device/facts.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Facts as FactList, type Fact } from '../../../ui/values/fact-list.tsx'
import { Status } from '../../../ui/feedback/status.tsx'

const sources: Readonly<Record<string, Words & { tone: 'success' | 'danger' | 'warning' | 'neutral' }>> = {
  mains: { zh: '市电', en: 'Mains', tone: 'success' },
  battery: { zh: '电池供电', en: 'On battery', tone: 'danger' },
  bypass: { zh: '旁路', en: 'Bypass', tone: 'warning' },
  none: { zh: '无输出', en: 'No output', tone: 'danger' },
  other: { zh: '未知', en: 'Unknown', tone: 'neutral' },
}

const printing: Readonly<Record<string, Words>> = {
  idle: { zh: '空闲', en: 'Idle' },
  printing: { zh: '正在打印', en: 'Printing' },
  warming: { zh: '预热', en: 'Warming up' },
  other: { zh: '未知', en: 'Unknown' },
}

/** Error states as named by RFC 3805. */
const faults: Readonly<Record<string, Words>> = {
  lowPaper: { zh: '纸张不足', en: 'Low on paper' },
  noPaper: { zh: '缺纸', en: 'No paper' },
  lowToner: { zh: '碳粉不足', en: 'Low on toner' },
  noToner: { zh: '缺碳粉', en: 'No toner' },
  doorOpen: { zh: '盖板打开', en: 'Door open' },
  jammed: { zh: '卡纸', en: 'Jammed' },
  offline: { zh: '脱机', en: 'Offline' },
  serviceRequested: { zh: '需要维护', en: 'Service required' },
  inputTrayMissing: { zh: '缺少进纸盒', en: 'Input tray missing' },
  outputTrayMissing: { zh: '缺少出纸盒', en: 'Output tray missing' },
  markerSupplyMissing: { zh: '缺少耗材', en: 'Supply missing' },
  outputNearFull: { zh: '出纸盒将满', en: 'Output nearly full' },
  outputFull: { zh: '出纸盒已满', en: 'Output full' },
  inputTrayEmpty: { zh: '进纸盒已空', en: 'Input tray empty' },
  overduePreventMaint: { zh: '保养超期', en: 'Maintenance overdue' },
}

const percent = (value: number | undefined) => (value === undefined ? undefined : `${value}%`)
const volts = (value: number | undefined) => (value === undefined ? undefined : `${value} V`)

/** Values that a power supply or a printer reports. */
export function OwnPanel({ facts: { ups, printer } }: { facts: Facts }) {
  return (
    <div className="flex flex-col gap-4">
      {ups && <FactList items={powerOf(ups)} />}
      {printer && <FactList items={printingOf(printer)} />}
    </div>
  )
}

function powerOf(ups: NonNullable<Facts['ups']>): Fact[] {
  const source = sources[ups.source]
  return [
    { label: { zh: '供电', en: 'Source' }, value: source && <Status tone={source.tone} label={source} /> },
    { label: { zh: '电量', en: 'Charge' }, value: percent(ups.charge) },
    {
      label: { zh: '剩余时间', en: 'Lasts' },
      value:
        ups.minutes_left === undefined ? undefined : say({ zh: '{n} 分钟', en: '{n} min' }, { n: ups.minutes_left }),
    },
    { label: { zh: '负载', en: 'Load' }, value: percent(ups.load) },
    { label: { zh: '输入电压', en: 'Input' }, value: volts(ups.input_v) },
    { label: { zh: '输出电压', en: 'Output' }, value: volts(ups.output_v) },
  ]
}

function printingOf({ status, pages, supplies, faults: wrong }: NonNullable<Facts['printer']>): Fact[] {
  const state = printing[status]
  return [
    { label: { zh: '状态', en: 'State' }, value: state && say(state) },
    { label: { zh: '已打印', en: 'Printed' }, value: pages?.toLocaleString() },
    ...supplies.map(({ name, left }) => ({ label: { zh: name, en: name }, value: percent(left) })),
    {
      label: { zh: '异常', en: 'Wrong' },
      value: wrong.map((one) => (faults[one] ? say(faults[one]) : one)).join(say({ zh: '、', en: ', ' })),
    },
  ]
}
