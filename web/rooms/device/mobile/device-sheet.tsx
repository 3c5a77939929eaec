import { rateText } from '@belvedere/pure/text/flow.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { Archive, RotateCw, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { lang, say } from '../../../kit/words/words.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { durationText } from '../../../ui/values/duration.ts'
import { Facts, type Fact } from '../../../ui/values/fact-list.tsx'
import { Sheet } from '../../../ui/phone/sheet.tsx'
import { can, limits, measures, nameOf, type ListedDevice } from '../device-table/device.ts'
import { StateCell } from '../device-table/state-cell.tsx'
import { useWritable } from '../device-table/use-writable.ts'
import { OrderSteps } from './command-steps.tsx'
import { WideMeter } from './wide-meter.tsx'
import { backupCommand, rebootCommand, type CommandWords } from '../../task/api.tsx'

/** Details of one device, and the actions of the user. */
export function DeviceSheet({ device, onClose }: { device: ListedDevice; onClose: () => void }) {
  const [order, setOrder] = useState<CommandWords>()
  const { commandable } = useWritable()
  return (
    <Sheet onClose={onClose} title={nameOf(device)}>
      {order ? (
        <OrderSteps order={order} device={device} onBack={() => setOrder(undefined)} />
      ) : (
        <>
          <div className="mb-4">
            <StateCell device={device} />
          </div>
          {device.online === 1 && (
            <div className="mb-5 grid grid-cols-2 gap-4">
              <WideMeter value={device.cpu} label={measures.cpu ?? ''} limits={limits.cpu} />
              <WideMeter value={device.mem} label={measures.mem ?? ''} limits={limits.mem} />
            </div>
          )}
          <Facts items={factsOf(device)} className="grid-cols-2! gap-x-4" />
          {commandable(device) ? <Actions device={device} onChoose={setOrder} /> : <WhyNot />}
        </>
      )}
    </Sheet>
  )
}

function factsOf(device: ListedDevice): Fact[] {
  const { rx_bps, tx_bps, uptime, temp } = device
  const text = (value: string | null) => value && <Copyable text={value} />
  return [
    { label: { zh: '类型', en: 'Type' }, value: deviceType.label(device.type, lang) },
    { label: { zh: '型号', en: 'Model' }, value: device.model },
    { label: { zh: '场景', en: 'Scene' }, value: device.scene_name },
    { label: { zh: '终端', en: 'Terminals' }, value: device.terminals },
    { label: { zh: '外网 IP', en: 'WAN IP' }, value: text(device.wan_ip) },
    { label: { zh: '内网 IP', en: 'LAN IP' }, value: text(device.lan_ip) },
    { label: { zh: '下行', en: 'Download' }, value: rx_bps === null ? undefined : rateText(rx_bps) },
    { label: { zh: '上行', en: 'Upload' }, value: tx_bps === null ? undefined : rateText(tx_bps) },
    { label: { zh: '运行时间', en: 'Uptime' }, value: uptime === null ? undefined : durationText(uptime) },
    { label: { zh: '温度', en: 'Temperature' }, value: temp === null ? undefined : `${Math.round(temp)} ℃` },
    { label: { zh: '序列号', en: 'Serial' }, value: <Copyable text={device.sn} /> },
    { label: { zh: '固件版本', en: 'Firmware' }, value: device.firmware },
  ]
}

function Actions({ device, onChoose }: { device: ListedDevice; onChoose: (order: CommandWords) => void }) {
  const offered = [
    { verb: 'reboot', order: rebootCommand, icon: RotateCw },
    { verb: 'backup', order: backupCommand, icon: Archive },
  ].filter(({ verb }) => can(device, verb))
  if (offered.length === 0) return null
  return (
    <div className="mt-6 grid auto-cols-fr grid-flow-col gap-3">
      {offered.map(({ verb, order, icon }) => (
        <ActionButton key={verb} order={order} icon={icon} disabled={!device.online} onPress={() => onChoose(order)} />
      ))}
    </div>
  )
}

function ActionButton(given: { order: CommandWords; icon: LucideIcon; disabled: boolean; onPress: () => void }) {
  const { order, icon: Icon, disabled, onPress } = given
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onPress}
      className="flex h-12 items-center justify-center gap-2 rounded-xl border border-strong bg-surface font-medium active:bg-hover disabled:text-faint"
    >
      <Icon size={18} aria-hidden="true" />
      {say(order.title)}
    </button>
  )
}

function WhyNot() {
  return (
    <p className="mt-6 rounded-lg bg-sunken px-3 py-2.5 text-sm text-soft">
      {say({ zh: '您没有操作此设备的权限，仅可查看。', en: 'You can view this device, but not send it commands.' })}
    </p>
  )
}
