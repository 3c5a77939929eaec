import { listOf, type LooseDocument, objectOf } from '../config/check-config.ts'
import type { NetNode } from '../model/network.ts'
import { memoryOf } from './unit.ts'

/** One health check of a device: the message, and events before it. */
export interface HealthReport {
  sanity: number
  data: LooseDocument
  events: [type: string, payload: LooseDocument][]
}

/** The failing checks that faults can set, by their names in an access point's report. */
export const checkNames: readonly string[] = ['dns', 'dhcp', 'radius', 'ssid', 'memory']

/**
 * Findings of an access point: only interfaces and radios with failed checks, and the memory in use. DNS and DHCP are tested only
 * where the configuration enables it, RADIUS only for an SSID with a test account. A line that is down has no name servers to
 * test, and is not a finding. Each finding is also an event, where health events are enabled.
 *
 * Not simulated: findings of interfaces other than the uplink's, and the air time check.
 */
export function accessPointHealth(node: NetNode, config: LooseDocument, now: number): HealthReport {
  const { total, free, cached, buffered } = memoryOf(node, now)
  const memory = node.failing.has('memory') ? 96.4 : 100 - ((free + cached + buffered) * 100) / total
  const events: HealthReport['events'] = []
  const name = 'up0v0'
  const { found, warning } = uplinkFindings(node, config, name, events)
  const ssid = node.failing.has('ssid') ? node.ssids[0]?.name : undefined
  const radios = ssid === undefined ? [] : node.radios.filter(({ enabled }) => enabled).map((_, i) => `radio${i}`)
  if (ssid !== undefined) found['ssids'] = { [ssid]: false }
  const failed_ssids = { [ssid ?? '']: 'missing' }
  for (const radio of radios)
    events.push(['health.wifi', { radio, error: `Radio ${radio} has failed SSIDs`, failed_ssids }])
  if (memory >= 90) events.push(['health.memory', { used: memory, error: 'Memory is almost exhausted.' }])
  const isFound = Object.keys(found).length > 0
  const checks = 2 + node.radios.length
  return {
    sanity: 100 - Math.floor((((isFound ? 1 : 0) + radios.length) * 100) / checks),
    data: {
      unit: { memory },
      ...(isFound && {
        interfaces: { [name]: { ...found, location: '/interfaces/0', ...(warning.length > 0 && { warning }) } },
      }),
      ...(radios.length > 0 && {
        radios: Object.fromEntries(radios.map((radio, phy) => [radio, { failed_ssids, phy }])),
      }),
    },
    events,
  }
}

function uplinkFindings(node: NetNode, config: LooseDocument, iface: string, events: HealthReport['events']) {
  const wanted = objectOf(objectOf(config.metrics).health)
  const found: Record<string, unknown> = {}
  const warning: string[] = []
  // an access point tests remote name servers unless disabled, and remote DHCP only when enabled
  if (node.failing.has('dhcp') && wanted['dhcp-remote'] === true) {
    found['dhcp'] = false
    const error = 'DHCP did not offer any leases'
    warning.push(error)
    events.push(['health.dhcp', { iface, error }])
  }
  if (node.failing.has('dns') && wanted['dns-remote'] !== false) {
    found['dns'] = false
    warning.push('DNS 9.9.9.9 is not reachable')
    events.push(['health.dns', { iface, error: 'DNS 9.9.9.9 is not reachable.' }])
  }
  const tried = node.failing.has('radius') ? triedRadius(config) : []
  for (const { ssid, server } of tried) {
    found['radius'] = { ...(found['radius'] as object), [ssid]: false }
    const error = `Radius ${server} is not reachable`
    warning.push(error)
    events.push(['health.radius', { ssid, error }])
  }
  return { found, warning }
}

/** SSIDs whose RADIUS server is tested by the configuration. */
function triedRadius(config: LooseDocument): { ssid: string; server: string }[] {
  return listOf(config.interfaces)
    .flatMap((entry) => listOf(objectOf(entry).ssids))
    .flatMap((value) => {
      const { name, radius } = objectOf(value)
      const { authentication, health } = objectOf(radius)
      const { host, port } = objectOf(authentication)
      return objectOf(health).username === undefined
        ? []
        : [{ ssid: String(name), server: `${String(host)}:${String(port)}` }]
    })
}

/** A switch reports a missing feature of its client as text; it checks nothing else. */
export function switchHealth({ ailment }: NetNode): HealthReport {
  return { sanity: ailment ? 50 : 100, data: { messages: ailment ? [ailment] : [] }, events: [] }
}
