import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Reading } from './reading.ts'
import type { DeviceFacts, DeviceEvent } from './facts.ts'

interface Statistic {
  readonly words: Words
  /** Whether a message of a device contains it. */
  reportedIn(reading: Reading): boolean
}

const some = <T>(list: readonly T[] | undefined, is: (one: T) => unknown): boolean =>
  (list ?? []).some((one) => {
    const found = is(one)
    return found !== undefined && found !== false
  })
const fact = (words: Words, of: (facts: DeviceFacts) => unknown): Statistic => ({
  words,
  reportedIn: ({ facts }) => {
    const found = facts && of(facts)
    return found !== undefined && found !== false
  },
})
const event = (words: Words, is: (one: DeviceEvent) => boolean): Statistic => ({
  words,
  reportedIn: ({ events }) => some(events, is),
})
const typed = (words: Words, type: RegExp): Statistic => event(words, (one) => type.test(one.type))

/**
 * All statistics from devices that the console counts, draws or watches, with the facts that a driver must report for them. Each
 * driver states in `sources` where its family reports them, or that it does not; its recordings verify that.
 */
export const statistics = {
  uptime: fact({ zh: '运行时长', en: 'Uptime' }, ({ uptime }) => uptime),
  cpu: fact({ zh: 'CPU 使用率', en: 'CPU usage' }, ({ cpu }) => cpu),
  load: fact({ zh: '系统负载', en: 'Load average' }, ({ load }) => load),
  memory: fact({ zh: '内存使用率', en: 'Memory usage' }, ({ memory }) => memory),
  temperature: fact({ zh: '温度', en: 'Temperature' }, ({ temperature }) => temperature),
  health: fact({ zh: '健康度', en: 'Health' }, ({ health }) => health),
  checks: fact({ zh: '设备自检项', en: 'Self-checks' }, ({ checks }) => some(checks, () => true)),
  config: fact({ zh: '运行的配置编号', en: 'Running configuration ID' }, ({ config_uuid }) => config_uuid),
  ports: fact({ zh: '端口状态与速率', en: 'Ports and their speed' }, ({ interfaces }) =>
    some(interfaces, ({ role, speed_mbps }) => role === 'port' && speed_mbps),
  ),
  addresses: fact({ zh: '接口地址', en: 'Addresses of interfaces' }, ({ interfaces }) =>
    some(interfaces, ({ addresses }) => addresses?.length !== 0 && addresses),
  ),
  traffic: fact({ zh: '接口流量', en: 'Traffic of interfaces' }, ({ interfaces }) =>
    some(interfaces, ({ rx_bytes }) => rx_bytes),
  ),
  drops: fact({ zh: '接口错包与丢包', en: 'Errors and drops of interfaces' }, ({ interfaces }) =>
    some(interfaces, ({ rx_errors, rx_dropped }) => rx_errors ?? rx_dropped),
  ),
  poe: fact({ zh: '端口 PoE 供电', en: 'PoE of ports' }, ({ interfaces }) => some(interfaces, ({ poe }) => poe)),
  poe_budget: fact({ zh: 'PoE 总功率', en: 'PoE budget' }, ({ poe }) => poe),
  wans: fact({ zh: '外网线路状态', en: 'State of WAN lines' }, ({ wans }) => some(wans, () => true)),
  wan_probes: fact({ zh: '外网线路时延与丢包', en: 'Delay and loss of WAN lines' }, ({ wans }) =>
    some(wans, ({ probes }) => probes),
  ),
  radios: fact({ zh: '信道、频宽与功率', en: 'Channel, width and power' }, ({ radios }) => some(radios, () => true)),
  utilisation: fact({ zh: '信道利用率', en: 'Channel utilisation' }, ({ radios }) =>
    some(radios, ({ utilisation, air }) => utilisation ?? air),
  ),
  noise: fact({ zh: '底噪', en: 'Noise floor' }, ({ radios }) => some(radios, ({ noise_dbm }) => noise_dbm)),
  ssids: fact({ zh: '无线网络', en: 'Wireless networks' }, ({ ssids }) => some(ssids, () => true)),
  wireless_terminals: fact({ zh: '无线终端', en: 'Wireless terminals' }, ({ terminals }) =>
    some(terminals, ({ link }) => link !== 'wired'),
  ),
  signal: fact({ zh: '终端信号强度', en: 'Signal of terminals' }, ({ terminals }) =>
    some(terminals, ({ signal_dbm }) => signal_dbm),
  ),
  wireless_traffic: fact({ zh: '无线终端流量', en: 'Traffic of wireless terminals' }, ({ terminals }) =>
    some(terminals, ({ link, up_bytes }) => link !== 'wired' && up_bytes),
  ),
  wired_terminals: fact({ zh: '有线终端', en: 'Wired terminals' }, ({ terminals }) =>
    some(terminals, ({ link }) => link === 'wired'),
  ),
  wired_traffic: fact({ zh: '有线终端流量', en: 'Traffic of wired terminals' }, ({ terminals }) =>
    some(terminals, ({ link, up_bytes }) => link === 'wired' && up_bytes),
  ),
  terminal_address: fact({ zh: '终端 IP 地址', en: 'IP addresses of terminals' }, ({ terminals }) =>
    some(terminals, ({ ip }) => ip),
  ),
  terminal_name: fact({ zh: '终端名称', en: 'Names of terminals' }, ({ terminals }) =>
    some(terminals, ({ hostname }) => hostname),
  ),
  terminal_os: fact({ zh: '终端系统（DHCP 指纹）', en: 'Operating system of terminals (DHCP)' }, ({ terminals }) =>
    some(terminals, ({ dhcp_class }) => dhcp_class),
  ),
  apps: fact({ zh: '应用流量', en: 'Traffic of applications' }, ({ apps }) => some(apps, () => true)),
  neighbours: fact({ zh: '邻居设备（LLDP）', en: 'Neighbours (LLDP)' }, ({ neighbours }) =>
    some(neighbours, () => true),
  ),
  late: {
    words: { zh: '断线期间的采样', en: 'Samples from while it was disconnected' },
    reportedIn: ({ late }) => late !== undefined,
  },
  logs: { words: { zh: '设备日志', en: 'Device logs' }, reportedIn: ({ logs }) => logs !== undefined },
  log_alarms: typed({ zh: '设备记录的故障', en: 'Logged faults' }, /^device\.(log|alarm)$/),
  carrier: typed({ zh: '端口断开事件', en: 'Port link events' }, /^wired\.carrier-/),
  logins: typed({ zh: '登录事件', en: 'Log-ins' }, /ssh|login/i),
  roaming: typed({ zh: '终端接入与离开事件', en: 'Terminal connect and disconnect events' }, /^client\./),
  ups: fact({ zh: 'UPS 状态', en: 'UPS status' }, ({ ups }) => ups),
  printer: fact({ zh: '打印机状态', en: 'Printer' }, ({ printer }) => printer),
} satisfies Readonly<Record<string, Statistic>>

export type StatisticId = keyof typeof statistics

/**
 * Where devices of a family report each statistic, in the terms of their protocol; null: they do not. `unrecorded`: they do, but
 * no recording shows it, for this reason.
 */
export type Sources = Readonly<
  Record<StatisticId, string | null | { readonly from: string; readonly unrecorded: string }>
>

/** The statistics that messages of devices contain. */
export function reportedIn(readings: readonly Reading[]): Set<StatisticId> {
  const ids = Object.keys(statistics) as StatisticId[]
  return new Set(ids.filter((id) => readings.some((reading) => statistics[id].reportedIn(reading))))
}
