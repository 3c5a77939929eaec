export type MessageKind = 'small' | 'large' | 'agent'

/** State documents with changing counters, in the form that access points send (see the drivers' recordings). */
export function stateMessage(kind: MessageKind, serial: string, n: number): string {
  const bytes = 1_000_000 + n * 60_000
  const counters = (shift: number) =>
    `{"rx_bytes":${bytes + shift},"tx_bytes":${bytes * 2 + shift},"rx_packets":${n * 90},"tx_packets":${n * 120},"rx_errors":0,"tx_errors":0,"rx_dropped":0,"tx_dropped":0,"multicast":${n},"collisions":0}`
  const unit = `{"localtime":1790003600,"uptime":${86_400 + n * 60},"load":[0.31,0.22,0.18],"cpu_load":[${10 + (n % 50)},11],"temperature":[58,${50 + (n % 20)}],"memory":{"total":973139968,"free":${512_110_592 - (n % 100) * 4096},"cached":81788928,"buffered":8192000}}`
  const names = kind === 'agent' ? agentNames : apNames
  const interfaces = names.map(
    (name, at) =>
      `{"name":"${name}","location":"/interfaces/${at}","uptime":86311,"ipv4":{"addresses":["10.20.${at}.31/24"]},"counters":${counters(at * 1000)}${kind === 'large' && at === 0 ? `,"ssids":${ssids(n)}` : ''}}`,
  )
  return `{"jsonrpc":"2.0","method":"state","params":{"serial":"${serial}","uuid":1,"state":{"version":1,"unit":${unit},"interfaces":[${interfaces.join(',')}],"link-state":{"upstream":{"WAN":{"carrier":1,"speed":1000,"duplex":"full"}},"downstream":{"LAN":{"carrier":0}}}}}}`
}

/** Two stations, which makes the whole message about 3 kB. */
function ssids(n: number): string {
  const station = (mac: string, shift: number) =>
    `{"station":"${mac}","bssid":"0c:11:11:aa:00:02","connected":${5120 + n},"inactive":2,"rssi":-57,"rx_bytes":${48_211_004 + n * 100 + shift},"tx_bytes":${903_114_550 + n * 200},"rx_packets":210334,"tx_packets":801223,"tx_retries":12045,"tx_failed":17,"rx_rate":{"bitrate":864700,"he":true,"mcs":8,"nss":2,"chwidth":80},"tx_rate":{"bitrate":1020600,"he":true,"mcs":9,"nss":2,"chwidth":80},"ipaddr_v4":"10.20.0.77"}`
  return `[{"ssid":"Bench","mode":"ap","bssid":"0c:11:11:aa:00:02","iface":"wlan0","band":"5G","associations":[${station('3c:22:fb:10:20:30', 0)},${station('3c:22:fb:10:20:31', 7)}]}]`
}

const apNames = ['up0v0', 'down1v0', 'down1v10', 'down1v20', 'down1v30', 'down1v40', 'down1v50', 'down1v60']
const agentNames = ['wan0', 'lan1', 'lan2', 'lan3', 'br-lan', 'wg0']

/**
 * The samples that an agent delivers after an outage, in the form that agents send: a row of 20 values per minute (seconds, five gauges,
 * octets in and out through the uplink and six interfaces); the first may already have arrived as a state.
 */
export function lateMessage(serial: string, first: number, count: number, from: number, now: number): string {
  const rows = Array.from({ length: count }, (_, n) => {
    const octets = agentNames.map((_, at) => `${60_000 + n * 37 + at * 1000},${120_000 + n * 91 + at * 1000}`)
    return `[${n * 60},60,${10 + (n % 50)},${47.4 + (n % 7) / 10},${50 + (n % 20)},0.${10 + (n % 80)},${n % 30},${octets[0]},${octets.join(',')}]`
  })
  return `{"jsonrpc":"2.0","method":"telemetry","params":{"serial":"${serial}","data":{"x-belvedere.samples":[[${from},{"series":7,"first":${first},"more":0,"now":${now},"unsure":[0],"names":${JSON.stringify(agentNames)},"rows":[${rows.join(',')}]}]]}}}`
}

/** Message of an agent with the number of samples it has to deliver. */
export const lateWaiting = (serial: string, more: number) =>
  `{"jsonrpc":"2.0","method":"telemetry","params":{"serial":"${serial}","data":{"x-belvedere.samples":[[1,{"series":7,"first":1,"more":${more},"now":1,"names":[],"rows":[]}]]}}}`

export const apCapabilities = { platform: 'ap', model: 'bench', compatible: 'bench', wifi: { phy: {} } }
export const agentCapabilities = {
  platform: 'linux',
  model: 'bench',
  compatible: 'bench',
  'x-belvedere': { version: 1, methods: ['samples'] },
}
