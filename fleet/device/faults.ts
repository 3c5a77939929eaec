import type { Words } from '@belvedere/contract/kit/text.ts'
import { runningConfig } from '../commands/commit-confirm.ts'
import { putInForce } from '../commands/configure.ts'
import { objectOf } from '../config/check-config.ts'
import { checkNames } from '../documents/health.ts'
import type { ProviderLine } from '../model/network.ts'
import { hash32 } from '../random.ts'
import { SimulatedDevice } from './simulated-device.ts'
import { seconds } from '../world.ts'

/** A requested fault: a kind, its targets, and the parameters of the kind. Unknown members are ignored. */
export interface FaultRequest {
  kind: string
  /** Serial number, host name, a name in either language, `scene:1`, or `all`. */
  target?: string
  /** Ends by itself after this time. */
  seconds?: number
  wan?: string
  port?: string
  percent?: number
  mbps?: number
  times?: number
  down?: number
  up?: number
  degrees?: number
  text?: string
  delay?: number
}

/** Removes the fault. */
type Mend = () => void

export interface FaultKind {
  words: Words
  /** Whether this device can have it; default every device. */
  fits?(device: SimulatedDevice): boolean
  /** Starts the fault; without a result there is nothing to undo. */
  run(device: SimulatedDevice, request: FaultRequest): Mend | undefined
}

const hasWans = ({ node }: SimulatedDevice) => node.wans.length > 0
const hasCable = ({ node }: SimulatedDevice) => node.parent !== undefined
const hasRadios = ({ node }: SimulatedDevice) => node.radios.length > 0

const isSwitch = ({ family }: SimulatedDevice) => family === 'switch'
const isAccessPoint = ({ family }: SimulatedDevice) => family === 'ap'

/** All faults, by the name in the control interface and in timelines. */
export const faultKinds: Readonly<Record<string, FaultKind>> = {
  'cut-wan': {
    words: { zh: '断开外网线路（wan 指定线路，默认全部）', en: 'Cuts uplinks (wan names one; default all)' },
    fits: hasWans,
    run: (device, request) =>
      onWans(device, request, (wan, on) => {
        wan.cut = on
        wan.since = seconds()
        device.tell(on ? 'wired.carrier-down' : 'wired.carrier-up', { name: wan.port.name })
      }),
  },
  'refuse-wan': {
    words: {
      zh: '运营商拒绝拨号：网线正常但没有地址',
      en: 'The provider refuses: the cable is fine, there is no address',
    },
    fits: hasWans,
    run: (device, request) =>
      onWans(device, request, (wan, on) => {
        wan.refused = on
        wan.since = seconds()
        if (on && wan.how === 'pppoe') device.log(`pppd: PAP authentication failed on ${wan.port.name}`, 3)
      }),
  },
  'fill-wan': {
    words: { zh: '占满外网线路（percent，默认 95）', en: 'Fills an uplink (percent, default 95)' },
    fits: hasWans,
    run: (device, request) =>
      onWans(device, request, (wan, on) => {
        wan.fill = on ? Math.min(100, Math.max(1, request.percent ?? 95)) / 100 : undefined
      }),
  },
  'lose-packets': {
    words: {
      zh: 'Linux 软路由的外网线路丢包（percent，默认 20）',
      en: 'The line of a Linux host loses packets (percent, default 20)',
    },
    fits: ({ family }) => family === 'linux',
    run: ({ node }, { percent = 20 }) => {
      node.lineLoss = Math.min(100, Math.max(1, percent)) / 100
      return () => (node.lineLoss = undefined)
    },
  },
  'fill-link': {
    words: {
      zh: '在设备下制造内部流量（mbps，默认上联口速率的 90%）',
      en: 'Local traffic below a device (mbps, default 90 % of its uplink)',
    },
    run: ({ node }, { mbps }) => {
      const rate = Math.min(mbps ?? Number.POSITIVE_INFINITY, (node.uplink?.speed ?? 1000) * 0.9) * 1e6
      node.fill = { down: rate, up: rate * 0.05 }
      return () => (node.fill = undefined)
    },
  },
  'cut-cable': {
    words: { zh: '拔掉设备的上联网线，连接无声中断', en: 'Pulls the uplink cable: the connection dies without a word' },
    fits: hasCable,
    run: (device) => cutCable(device),
  },
  flap: {
    words: {
      zh: '上联口反复断开（times 次，down、up 秒）',
      en: 'The uplink goes up and down (times, seconds down and up)',
    },
    fits: hasCable,
    run: (device, { times = 5, down = 8, up = 12 }) => flap(device, Math.min(100, times), down, up),
  },
  'power-off': {
    words: { zh: '断电，恢复后重新启动', en: 'No current; it boots when that returns' },
    run: (device) => {
      device.switchOff()
      return () => device.switchOn()
    },
  },
  crash: {
    words: { zh: '设备死机并自行重启', en: 'The device crashes and boots again' },
    run: (device) => {
      device.restart({ reason: device.family === 'ap' ? 'crashlog' : 'coldboot' })
      return undefined
    },
  },
  drop: {
    words: {
      zh: '断开与网关的连接，按客户端节奏重连（all 即重连风暴）',
      en: 'Drops the connection; back at the client’s own pace (all: a storm)',
    },
    run: (device) => {
      device.client?.terminate()
      return undefined
    },
  },
  jam: {
    words: { zh: '无线干扰：底噪升高、信道繁忙', en: 'Jams the radios: noise up, channel busy' },
    fits: hasRadios,
    run: ({ node }) => {
      const set = (jammed: boolean) => {
        for (const radio of node.radios) radio.jammed = jammed
        for (const terminal of node.stations) terminal.refreshRate()
      }
      set(true)
      return () => set(false)
    },
  },
  overheat: {
    words: { zh: '过热（degrees，默认 35 度）', en: 'Overheats (by degrees, default 35)' },
    run: ({ node }, { degrees = 35 }) => {
      node.overheat = degrees
      return () => (node.overheat = 0)
    },
  },
  'break-fan': {
    words: { zh: '交换机风扇故障', en: 'A fan of a switch fails' },
    fits: isSwitch,
    run: (device) => alarm(device, { resource: 'FAN 1', type_id: 'FAN_FAULT', text: 'FAN 1 has failed', severity: 1 }),
  },
  'break-power': {
    words: { zh: '交换机一个电源模块故障', en: 'One power supply of a switch fails' },
    fits: isSwitch,
    run: (device) =>
      alarm(device, { resource: 'PSU 2', type_id: 'PSU_FAULT', text: 'PSU 2 has no input', severity: 1 }),
  },
  'hot-sensor': {
    words: { zh: '交换机温度传感器告警', en: 'A temperature sensor of a switch alarms' },
    fits: isSwitch,
    run: (device) =>
      alarm(device, { resource: 'ASIC', type_id: 'TEMPERATURE_EXCEEDED', text: 'ASIC is above 95 C', severity: 0 }),
  },
  'fail-poe': {
    words: {
      zh: '交换机端口 PoE 故障（port 端口，默认空闲口；text 为故障代码，默认 OVERLOAD）',
      en: 'PoE of a switch port fails (port, default a free one; text: fault code, default OVERLOAD)',
    },
    fits: ({ node }) => node.model.type === 'switch' && [...node.ports.values()].some(({ poe }) => poe !== undefined),
    run: failPoe,
  },
  'fail-check': {
    words: {
      zh: '接入点自检失败（text：dns、dhcp、radius、ssid 或 memory，默认 dns；以配置要求检查的为限）',
      en: 'A health check of an access point fails (text: dns, dhcp, radius, ssid or memory; default dns; only checks that its configuration enables)',
    },
    fits: isAccessPoint,
    run: (device, { text = 'dns' }) => {
      if (!checkNames.includes(text)) return undefined
      device.node.failing.add(text)
      device.reportHealth()
      return () => {
        device.node.failing.delete(text)
        device.reportHealth()
      }
    },
  },
  ail: {
    words: { zh: '交换机自检异常（text 为原因）', en: 'The check of a switch finds something (text: what)' },
    fits: isSwitch,
    run: (device, { text = 'the POE feature is not initialized' }) => {
      const set = (ailment: string | undefined) => {
        device.node.ailment = ailment
        device.reportHealth()
      }
      set(text)
      return () => set(undefined)
    },
  },
  clone: {
    words: {
      zh: '另一台设备使用同一序列号和证书',
      en: 'Another device has the same serial number and certificate',
    },
    run: ({ node, clock, world }) => {
      // it reports the same model, and does not notice changes of cables
      const twin = new SimulatedDevice(node, clock, world)
      twin.start(0)
      return () => twin.stop()
    },
  },
  'fail-upgrade': {
    words: { zh: '下一次升级失败（text 为原因）', en: 'The next upgrade fails (text is the reason)' },
    run: (device, { text = 'firmware validation failed' }) => {
      device.failUpgrade = text
      return () => (device.failUpgrade = undefined)
    },
  },
  'fail-flash': {
    words: {
      zh: '接入点下一次升级时固件写入失败：按原固件和原配置重新上线',
      en: 'The next image of an access point is not written: it comes back with its firmware and configuration',
    },
    run: (device) => {
      device.failFlash = true
      return () => (device.failFlash = false)
    },
  },
  brick: {
    words: {
      zh: '升级到某固件后部分设备不再启动（percent 默认 3，text 为固件名的一部分，默认任何固件）',
      en: 'Some devices do not come back from an upgrade (percent, default 3; text: part of the image’s name, default any)',
    },
    run: (device, { percent = 3, text = '' }) => {
      if (hash32(`${device.serial} ${text}`) % 1000 >= percent * 10) return undefined
      device.bricksWith = text.toLowerCase()
      return () => {
        device.bricksWith = undefined
        if (!device.node.booted) device.restart({ reason: 'coldboot' })
      }
    },
  },
  'press-reset': {
    words: {
      zh: '按下复位键：恢复出厂并重启',
      en: 'The reset button is pressed: factory default, and a boot',
    },
    // the client writes the reason of a boot, and the button is not handled by it
    run: (device) => {
      device.restart({ reason: 'coldboot', extra: 25, forget: true })
      return undefined
    },
  },
  tamper: {
    words: {
      zh: '有人绕过平台改了配置（text 为新的设备名）',
      en: 'Somebody changes the configuration behind the controller’s back (text: the new name)',
    },
    run: (device, { text = 'changed-by-hand' }) => {
      const former = runningConfig(device)
      const { name, hostname, ...unit } = objectOf(former.unit)
      putInForce(device, {
        ...former,
        unit: { ...unit, name: text, ...(hostname === undefined ? {} : { hostname: text }) },
      })
      return () => void putInForce(device, former)
    },
  },
  'refuse-config': {
    words: { zh: '拒绝一切配置（text 为原因）', en: 'Refuses every configuration (text is the reason)' },
    run: (device, { text = '[E] configuration refused' }) => {
      device.refuseConfig = text
      return () => (device.refuseConfig = undefined)
    },
  },
  'slow-config': {
    words: {
      zh: '配置生效缓慢（delay 秒，默认 60）',
      en: 'Applies a configuration slowly (delay in seconds, default 60)',
    },
    run: (device, { delay = 60 }) => {
      device.slowConfig = Math.min(600, Math.max(0, delay))
      return () => (device.slowConfig = 0)
    },
  },
}

let alarms = 0

/**
 * The alarm is sent once; when it ends only its number is sent: the entry is removed, and the client sends the rest of it.
 * Severities are numbered from 0, critical, as in the client. Not simulated: a switch without a connection queues no alarm.
 */
function alarm(
  device: SimulatedDevice,
  said: { resource: string; type_id: string; text: string; severity: number },
): Mend {
  const id = ++alarms
  device.alarm({ id, ...said, at: seconds() })
  return () => device.alarm({ id, resource: '', type_id: '', text: '', severity: 0, at: 0 })
}

/** The port supplies no power; a device on it keeps running here, unlike a real one. */
function failPoe(device: SimulatedDevice, { port: name, text = 'OVERLOAD' }: FaultRequest): Mend | undefined {
  const powered = [...device.node.ports.values()].filter(({ poe }) => poe?.enabled)
  const port =
    name === undefined ? powered.find((one) => !one.device && !one.terminal) : powered.find((one) => one.name === name)
  const poe = port?.poe
  if (!port || !poe) return undefined
  const status = (what: string) => device.tell(`wired.poe.status.${what}`, { name: port.name })
  const fault = text.toUpperCase()
  poe.fault = fault
  status(fault === 'OVERLOAD' ? 'overload' : 'fault')
  device.tell(`wired.poe.fault.${fault.toLowerCase()}`, { name: port.name })
  return () => {
    delete poe.fault
    status(port.device || port.terminal ? 'delivering_power' : 'searching')
  }
}

function onWans(
  device: SimulatedDevice,
  { wan: name }: FaultRequest,
  set: (wan: ProviderLine, on: boolean) => void,
): Mend | undefined {
  const wans = device.node.wans.filter(({ port }) => name === undefined || port.name === name)
  for (const wan of wans) set(wan, true)
  return () => {
    for (const wan of wans) set(wan, false)
  }
}

function cutCable(device: SimulatedDevice): Mend {
  device.node.cableCut = true
  device.changed()
  return () => {
    device.node.cableCut = false
    device.changed()
  }
}

function flap(device: SimulatedDevice, times: number, down: number, up: number): Mend {
  const { wheel } = device.world
  let left = times
  let mend: Mend | undefined
  let timer = wheel.after(0, fall)
  function fall(): void {
    mend = cutCable(device)
    if (device.node.uplink) device.node.uplink.counters.errors += 3
    timer = wheel.after(down * 1000, rise)
  }
  function rise(): void {
    mend?.()
    mend = undefined
    if (--left > 0) timer = wheel.after(up * 1000, fall)
  }
  return () => {
    timer.cancel()
    mend?.()
  }
}
