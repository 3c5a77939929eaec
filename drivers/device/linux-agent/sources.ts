import type { Sources } from '../../kit/statistics.ts'

const noSensor = 'the recorded host has no sensor'
const noWireless = 'the recorded host has no radio'

/** Where a host with our agent reports each statistic. */
export const sources: Sources = {
  uptime: 'state: unit.uptime',
  cpu: 'state: unit.cpu_load',
  load: 'state: unit.load',
  memory: 'state: unit.memory',
  temperature: { from: 'state: unit.temperature', unrecorded: noSensor },
  health: { from: 'healthcheck: sanity', unrecorded: 'sent only when something is wrong' },
  checks: null,
  config: 'state: uuid',
  ports: 'state: link-state',
  addresses: 'state: x-belvedere.interfaces',
  traffic: 'state: interfaces[].counters',
  drops: 'state: interfaces[].counters',
  poe: null,
  poe_budget: null,
  wans: 'state: x-belvedere.wans',
  wan_probes: {
    from: 'state: x-belvedere.wans[].probes',
    unrecorded: 'measured since a later release than the recording',
  },
  radios: { from: 'state: radios', unrecorded: noWireless },
  utilisation: { from: 'state: radios[].survey', unrecorded: noWireless },
  noise: { from: 'state: radios[].noise', unrecorded: noWireless },
  ssids: { from: 'state: interfaces[].ssids', unrecorded: noWireless },
  wireless_terminals: { from: 'state: interfaces[].ssids[].associations', unrecorded: noWireless },
  signal: { from: 'state: interfaces[].ssids[].associations', unrecorded: noWireless },
  wireless_traffic: { from: 'state: interfaces[].ssids[].associations', unrecorded: noWireless },
  wired_terminals: 'state: interfaces[].clients',
  wired_traffic: null,
  terminal_address: 'state: interfaces[].clients',
  terminal_name: 'state: interfaces[].clients',
  terminal_os: { from: 'state: leases, vendor_class', unrecorded: 'the recorded clients sent none' },
  apps: { from: 'state: x-belvedere.apps', unrecorded: 'not enabled on the recorded host' },
  neighbours: 'state: lldp-peers',
  late: 'telemetry: x-belvedere.samples',
  logs: { from: 'event: log lines of the journal', unrecorded: 'sent since a later release than the recording' },
  log_alarms: null,
  carrier: null,
  logins: { from: 'event: log lines of the journal', unrecorded: 'sent since a later release than the recording' },
  roaming: null,
  ups: null,
  printer: null,
}
