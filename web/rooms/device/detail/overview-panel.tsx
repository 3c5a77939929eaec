import { flowText } from '@belvedere/pure/text/flow.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { durationText } from '../../../ui/values/duration.ts'
import { Facts as FactList } from '../../../ui/values/fact-list.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { factsOf, type DeviceDetailAnswer } from './facts.ts'
import { Lacks } from './lacks.tsx'
import { Restrictions } from './restrictions.tsx'
import { Trends } from './trends.tsx'

export function OverviewPanel({ detail }: { detail: DeviceDetailAnswer }) {
  const { device } = detail
  const { memory, health } = factsOf(detail)
  const items = [
    { label: { zh: '序列号', en: 'Serial' }, value: <Copyable text={device.sn} /> },
    { label: { zh: '型号', en: 'Model' }, value: modelText(device) },
    { label: { zh: '类型', en: 'Type' }, value: deviceType.label(device.type, lang) },
    { label: { zh: '固件版本', en: 'Firmware' }, value: device.firmware },
    { label: { zh: '外网 IP', en: 'WAN IP' }, value: device.wan_ip && <Copyable text={device.wan_ip} /> },
    { label: { zh: '内网 IP', en: 'LAN IP' }, value: device.lan_ip && <Copyable text={device.lan_ip} /> },
    { label: { zh: '来源地址', en: 'Dials from' }, value: device.address && <Copyable text={device.address} /> },
    {
      label: { zh: '运行时间', en: 'Uptime' },
      value: device.uptime === null ? undefined : durationText(device.uptime),
    },
    {
      label: { zh: '内存', en: 'Memory' },
      value:
        memory &&
        say(
          { zh: '{used} / {total}', en: '{used} of {total}' },
          { used: flowText(memory.total - memory.free), total: flowText(memory.total) },
        ),
    },
    {
      label: { zh: '设备自检', en: 'Own health check' },
      value: health === undefined ? undefined : `${Math.round(health)}%`,
    },
    { label: { zh: '最后消息', en: 'Last message' }, value: <RelativeTime at={device.seen_at} /> },
    { label: { zh: '添加时间', en: 'Added' }, value: <RelativeTime at={device.created_at} /> },
  ]
  return (
    <div className="flex flex-col gap-4">
      <FactList items={items} />
      <Lacks capabilities={detail.capabilities} />
      <Restrictions capabilities={detail.capabilities} />
      <Trends id={device.id} />
    </div>
  )
}

/** Some vendors include their name in the model. */
function modelText({ vendor, model }: DeviceDetailAnswer['device']): string {
  return model.startsWith(vendor) ? model : `${vendor} ${model}`.trim()
}
