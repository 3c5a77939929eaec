import { createHash } from 'node:crypto'
import { gunzipSync, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueDeviceCertificates } from './client/certificates.ts'
import { builtConfig } from './documents/built-config.ts'
import { Fleet, type FleetOptions } from './fleet.ts'
import { planDevices } from './model/plan-devices.ts'
import type { Scenario } from './scenarios/define-scenario.ts'
import { demo } from './scenarios/demo.ts'
import { factory } from './scenarios/factory.ts'
import { office } from './scenarios/office.ts'
import type { SimulatedDevice } from './device/simulated-device.ts'
import { storm10000 } from './scenarios/storm-10000.ts'
import { type LooseMessage, type ConnectedDevice, TestGateway } from './client/test-gateway.ts'
import { serveImages, type TestImages } from './test-images.ts'

let gateway: TestGateway
let images: TestImages
const fleets: Fleet[] = []

beforeAll(async () => {
  gateway = await TestGateway.start()
  images = await serveImages()
})

afterAll(async () => {
  for (const fleet of fleets) fleet.stop()
  await gateway.stop()
  await images.stop()
})

async function start(scenario: Scenario, more: Partial<FleetOptions> = {}): Promise<Fleet> {
  const devices = more.devices ?? scenario.devices
  const seed = more.seed ?? fleets.length + 1
  const serials = planDevices(scenario.name, scenario.sites(devices), seed).map(({ serial }) => serial)
  const certificates = await issueDeviceCertificates(gateway.caDir, serials)
  const options = {
    scenario,
    devices,
    host: '127.0.0.1',
    port: gateway.port,
    certificates,
    seed,
    interval: 0.5,
    timeScale: 0.003,
    fast: true,
    ramp: 1000,
  }
  const fleet = new Fleet({ ...options, share: { index: 0, of: 1 }, ...more })
  fleets.push(fleet)
  fleet.start()
  return fleet
}

const serialOf = (fleet: Fleet, hostname: string) => fleet.find(hostname)[0]?.serial as string
const of = (fleet: Fleet, hostname: string) => gateway.device(serialOf(fleet, hostname))
const again = (fleet: Fleet, hostname: string, before: number) => gateway.device(serialOf(fleet, hostname), before)
/** The number is in the document too. */
const numbered = (uuid: number, config: LooseMessage) => ({ uuid, config: { ...config, uuid } })
const status = (result: LooseMessage) => result.status as LooseMessage
const stateIn = (params: LooseMessage) => params.state as Record<string, any>

/** The demo network, started once for the tests that do not change it. */
let shared: Promise<Fleet> | undefined
const demoFleet = () => (shared ??= start({ ...demo, timeline: [] }))

/** A device whose network belongs to a router with stock firmware. */
let stock: Promise<Fleet> | undefined
const officeFleet = () => (stock ??= start(office))

test('every device identifies itself first, with the name and scene that the set-up needs', async () => {
  const fleet = await demoFleet()
  for (const { serial, name, scene } of planDevices('demo', demo.sites(demo.devices), fleet.options.seed)) {
    const seen = await gateway.device(serial)
    expect(seen.messages[0]?.method).toBe('connect')
    expect(seen.hello).toMatchObject({ serial, capabilities: { 'x-simulated': { scene, name } } })
    expect(seen.socket.protocol).toBe('ucentral-broker')
  }
  const ap = await of(fleet, 'hotel-ap-lobby')
  expect(ap.hello.reason).toBe('socket')
  expect(ap.hello.capabilities).toMatchObject({ platform: 'ap', compress_cmd: true, compatible: 'skylark_sa-360' })
  const core = await of(fleet, 'hotel-core')
  expect(core.hello.reason).toBeUndefined()
  expect((core.hello.capabilities as LooseMessage)['port-list']).toBeUndefined()
  const soft = await of(fleet, 'lab-gw')
  expect((soft.hello.capabilities as LooseMessage)['x-belvedere']).toMatchObject({ version: 1, root: true })
})

test('an access point sends its state compressed, in the client’s format', async () => {
  const ap = await of(await demoFleet(), 'hotel-ap-2f')
  const message = await ap.wait(({ method }) => method === 'state', 'state')
  expect(message.compressed).toBe(true)
  const state = stateIn(message.params as LooseMessage)
  expect(state['link-state'].upstream.WAN).toMatchObject({ carrier: 1, speed: 1000, duplex: 'full' })
  expect(state['lldp-peers'].upstream.WAN[0]).toMatchObject({ name: 'hotel-floors', port_id: 'Ethernet0' })
  const [uplink] = state.interfaces
  const associations = uplink.ssids.flatMap((ssid: LooseMessage) => ssid.associations as LooseMessage[])
  expect(associations.length).toBeGreaterThan(0)
  for (const { station, rssi, tx_rate, ipaddr_v4 } of associations) {
    expect(station).toMatch(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/)
    expect(rssi).toBeLessThan(-30)
    expect(tx_rate.bitrate).toBeGreaterThan(0)
    expect(ipaddr_v4.address).toMatch(/^10\.20\./)
  }
  expect(state.radios).toHaveLength(2)
})

test('a switch sends its state uncompressed, with booleans and the singular of error', async () => {
  const core = await of(await demoFleet(), 'hotel-core')
  const message = await core.wait(({ method }) => method === 'state', 'state')
  expect(message.compressed).toBeUndefined()
  const state = stateIn(message.params as LooseMessage)
  expect(state['link-state'].upstream.Ethernet0.carrier).toBe(true)
  expect(state['link-state'].upstream.Ethernet0.poe).toMatchObject({
    status: 'Delivering Power',
    'output-voltage': '54.1',
  })
  expect(state.interfaces[0].counters).toHaveProperty('rx_error')
  expect(state.interfaces[0].counters).not.toHaveProperty('rx_errors')
  expect(state.unit.poe['power-consumed']).toBeGreaterThan(20)
  const lobby = (await of(await demoFleet(), 'hotel-ap-lobby')).serial.replace(/(..)(?=.)/g, '$1:')
  expect(state['mac-forwarding-table'].Ethernet0['1']).toContain(lobby)
  expect(state['lldp-peers'].upstream.Ethernet27[0].name).toBe('hotel-gw')
})

test('a gateway reports its lines, leases and neighbours', async () => {
  const fleet = await demoFleet()
  const firewall = await of(fleet, 'hotel-fw')
  const state = stateIn(await firewall.next('state'))
  expect(state.interfaces.map(({ name }: LooseMessage) => name)).toEqual(['up0v0', 'up1v0', 'down2v0'])
  expect(state['link-state'].upstream).toMatchObject({ WAN1: { carrier: 1 }, WAN2: { carrier: 1 } })
  expect(state['lldp-peers'].downstream.LAN1[0].name).toBe('hotel-gw')
  expect(state).not.toHaveProperty('x-belvedere')
  const inner = stateIn(await (await of(await officeFleet(), 'office-fw')).next('state'))
  const { leases } = inner.interfaces[2].ipv4
  expect(leases.length).toBeGreaterThan(20)
  // stock firmware does not report the vendor class of a client
  expect(leases.some(({ vendor_class }: LooseMessage) => vendor_class)).toBe(false)
})

test('a gateway that pings its network finds exactly the present devices', async () => {
  const fleet = await officeFleet()
  const router = await of(fleet, 'office-fw')
  const hosts = Array.from({ length: 1022 }, (_, n) => `10.40.${(n + 1) >> 8}.${(n + 1) & 255}`)
  const source = `#!/bin/sh\nfor ip in ${hosts.join(' ')}; do\n  ( ping -c 1 "$ip" ) &\ndone\nwait\nip -4 neigh show\nexit 0\n`
  const script = Buffer.from(source).toString('base64')
  const answer = await router.command('script', { type: 'shell', script, timeout: 60 })
  const text = String((answer.status as LooseMessage).result)
  const { leases } = stateIn(await router.next('state')).interfaces[2].ipv4
  const found = [...text.matchAll(/^(\S+) dev br-lan lladdr (\S+) REACHABLE$/gm)].map(([, ip, mac]) => `${ip} ${mac}`)
  const leased = new Set(leases.map(({ address, mac }: LooseMessage) => `${address} ${mac}`))
  // terminals connect and disconnect between the two answers
  expect(found.filter((one) => leased.has(one)).length).toBeGreaterThan(0.8 * Math.max(20, leases.length))
  expect(text).toMatch(/^up 10\.40\.\d+\.1$/m)
  const core = (await of(fleet, 'office-core')).serial.replace(/(..)(?=.)/g, '$1:')
  expect(text).toContain(core)
})

test('the numbers of access point and gateway for the same time are consistent', async () => {
  const fleet = await demoFleet()
  const stations = new Set<unknown>()
  for (const { node } of fleet.find('scene:1').filter(({ node }) => node.model.type === 'ap'))
    for (const { mac } of node.stations) stations.add(mac)
  const router = stateIn(await (await of(fleet, 'hotel-gw')).next('state'))
  const clients = new Set(
    router.interfaces.flatMap((one: LooseMessage) => one.clients as LooseMessage[]).map(({ mac }: LooseMessage) => mac),
  )
  expect([...stations].every((mac) => clients.has(mac))).toBe(true)
})

test('an access point applies a configuration, reports when its number is known, and refuses an invalid one as a whole', async () => {
  const fleet = await demoFleet()
  const ap = await of(fleet, 'hotel-ap-3f')
  const config = (channel: unknown, strict = false) => ({
    strict,
    radios: [{ band: '5G', channel, 'channel-width': 40, 'tx-power': 14 }],
    interfaces: [
      {
        role: 'upstream',
        ethernet: [{ 'select-ports': ['WAN*'] }],
        ipv4: { addressing: 'dynamic' },
        ssids: [{ name: 'New-Name', 'wifi-bands': ['2G', '5G'], encryption: { proto: 'psk2', key: '12345678' } }],
      },
    ],
    metrics: { statistics: { interval: 60, types: ['ssids', 'clients'] }, health: { interval: 120 } },
  })
  const result = await ap.command('configure', numbered(1_800_000_001, config(44)))
  expect(result).toMatchObject({ uuid: 1_800_000_001, status: { error: 0 } })
  const state = stateIn(await ap.next('state'))
  expect(state.radios.find(({ band }: any) => band[0] === '5G')).toMatchObject({
    channel: 44,
    channel_width: 40,
    tx_power: 14,
  })
  expect(new Set(state.interfaces[0].ssids.map(({ ssid }: LooseMessage) => ssid))).toEqual(new Set(['New-Name']))
  expect(status(await ap.command('configure', numbered(1_800_000_001, config(44))))).toEqual({
    error: 0,
    text: 'Already applied.',
  })

  const refused = await ap.command('configure', numbered(1_800_000_002, config(999)))
  // with the number of the refused one
  expect(refused).toMatchObject({ uuid: 1_800_000_002, status: { error: 2 } })
  expect((status(refused).rejected as string[])[0]).toMatch(/^\[E\] \(In \/radios\/0\/channel\)/)
  const partly = await ap.command('configure', numbered(1_800_000_003, config(200)))
  expect(partly).toMatchObject({ uuid: 1_800_000_003, status: { error: 1 } })
  expect((status(partly).rejected as string[])[0]).toMatch(/^\[W\]/)
  expect(status(await ap.command('configure', numbered(1_800_000_004, config(200, true)))).error).toBe(2)
  // of all stored documents it uses the highest number, here the one that it refuses
  expect(await ap.command('configure', numbered(1_800_000_002, config(44)))).toMatchObject({
    uuid: 1_800_000_004,
    status: { error: 2 },
  })
  expect(status(await ap.command('configure', numbered(3_000_000_000, config(44)))).error).toBe(1)

  const plain = JSON.stringify(numbered(1_800_000_005, config(36)))
  const packed = { compress_64: deflateSync(plain).toString('base64'), compress_sz: Buffer.byteLength(plain) }
  expect(await ap.command('configure', packed)).toMatchObject({ uuid: 1_800_000_005, status: { error: 0 } })
  // a document without a number is answered under the number of the former, and dropped
  ap.command('configure', { uuid: 1_800_000_006, config: config(44) }).catch(() => {})
  const lost = (await ap.wait((entry) => entry.id === 1_800_000_005, 'the answer')).result
  expect(lost).toMatchObject({ uuid: 0, status: { error: 2 } })
  expect(status(await ap.command('configure', numbered(1_800_000_005, config(44)))).text).toBe('Already applied.')
})

test('a radio that the document does not name, or disables, is off together with its networks', async () => {
  const fleet = await start({ ...demo, timeline: [] })
  const ap = await of(fleet, 'hotel-ap-3f')
  const ssids = [{ name: 'Shop', 'wifi-bands': ['2G', '5G'], encryption: { proto: 'psk2', key: '12345678' } }]
  const uplink = { role: 'upstream', ethernet: [{ 'select-ports': ['WAN*'] }], ipv4: { addressing: 'dynamic' }, ssids }
  const metrics = { statistics: { interval: 60, types: ['ssids'] } }
  const [five, two] = [{ band: '5G' }, { band: '2G', 'channel-width': 20 }]
  const air = async (uuid: number, radios: LooseMessage[]) => {
    const document = numbered(uuid, { radios, interfaces: [uplink], metrics })
    expect(status(await ap.command('configure', document))).toMatchObject({ error: 0 })
    const state = stateIn(await ap.next('state'))
    const bands = (list: LooseMessage[]) => list.map(({ band }: any) => [band].flat()[0])
    return [bands(state.radios), bands(state.interfaces[0].ssids)]
  }
  expect(await air(1_800_000_001, [five, two])).toEqual([
    expect.arrayContaining(['2G', '5G']),
    expect.arrayContaining(['2G', '5G']),
  ])
  expect(await air(1_800_000_002, [two])).toEqual([['2G'], ['2G']])
  expect(await air(1_800_000_003, [{ ...five, enable: false }, two])).toEqual([['2G'], ['2G']])
  expect(await air(1_800_000_004, [])).toEqual([[], []])
})

test('a line that the document does not name is not an interface, and has no traffic', async () => {
  const fleet = await start({ ...demo, timeline: [] })
  const router = await of(fleet, 'park-router')
  const [device] = fleet.find('park-router')
  const { interfaces, ...rest } = builtConfig(device?.node as never) as { interfaces: LooseMessage[] }
  const lines = async (uuid: number, kept: LooseMessage[]) => {
    const answer = await router.command('configure', numbered(uuid, { ...rest, interfaces: kept }))
    expect(status(answer)).toMatchObject({ error: 0 })
    const { interfaces: reported } = stateIn(await router.next('state'))
    return reported.filter(({ name }: LooseMessage) => String(name).startsWith('up'))
  }
  const wans = await lines(1_800_000_001, interfaces)
  expect(wans.length).toBe(2)
  expect(await lines(1_800_000_002, interfaces.toSpliced(1, 1))).toMatchObject([{ ipv4: wans[0].ipv4 }])
  const before = device?.node.ports.get('WAN2')?.counters.rx
  await router.next('state')
  expect(device?.node.ports.get('WAN2')?.counters.rx).toBe(before)
})

test('a state below 2 KB is sent uncompressed, and none is compressed when a configuration disables it', async () => {
  const fleet = await start(factory)
  const ap = await of(fleet, 'new-ap-1')
  const [device] = fleet.find('new-ap-1')
  const reported = async (): Promise<[number, boolean]> => {
    const coming = ap.next('state')
    device?.reportState()
    const params = await coming
    return [JSON.stringify(params).length, ap.messages.find((one) => one.params === params)?.compressed === true]
  }
  const uplink = { role: 'upstream', ethernet: [{ 'select-ports': ['WAN*'] }], ipv4: { addressing: 'dynamic' } }
  const ssids = ['Shop', 'Guest'].map((name) => ({
    name,
    'wifi-bands': ['2G', '5G'],
    encryption: { proto: 'psk2', key: '12345678' },
  }))
  const whole = {
    radios: [{ band: '5G' }, { band: '2G', 'channel-width': 20 }],
    interfaces: [{ ...uplink, ssids }],
    metrics: { statistics: { interval: 60, types: ['ssids', 'clients'] } },
  }
  const least = numbered(1_800_000_000, { radios: [], interfaces: [uplink] })
  expect(status(await ap.command('configure', least)).error).toBe(0)
  const [small, packed] = await reported()
  expect(small).toBeLessThan(2048)
  expect(packed).toBe(false)
  expect(status(await ap.command('configure', numbered(1_800_000_001, whole))).error).toBe(0)
  const [large, isPacked] = await reported()
  expect(large).toBeGreaterThan(2048)
  expect(isPacked).toBe(true)
  await ap.command('configure', { ...numbered(1_800_000_002, whole), compress: false })
  expect((await reported())[1]).toBe(false)
})

test('members of our own agent are sent by no other device', async () => {
  const fleet = await demoFleet()
  const own = /"x-belvedere|"apps"|vendor_class/
  for (const { serial, family } of fleet.devices.values()) {
    const { messages, hello } = await gateway.device(serial)
    const { 'x-simulated': _, ...capabilities } = hello.capabilities as LooseMessage
    const said = JSON.stringify([capabilities, messages.slice(1)])
    expect([family, own.test(said)]).toEqual([family, family === 'linux'])
  }
})

test('a switch refuses with reasons in its log, and has the refused number in its states', async () => {
  const fleet = await demoFleet()
  const floors = await of(fleet, 'park-b')
  const log = floors.next('log')
  const config = {
    ethernet: [{ 'select-ports': ['Ethernet0'], enabled: false }],
    interfaces: [],
  }
  expect(await floors.command('configure', { uuid: 1_800_000_001, config })).toMatchObject({
    uuid: 0,
    status: { error: 2, text: 'Configure parse failed' },
  })
  expect(await log).toMatchObject({
    severity: 3,
    log: expect.stringMatching(/Ethernet obj doesn't hold duplex, speed or select-ports/),
  })
  expect(await floors.next('state')).toMatchObject({ uuid: 1_800_000_001 })
  expect(status(await floors.command('configure', { compress_64: 'x', compress_sz: 1 })).error).toBe(2)
  const good = {
    ethernet: [
      { 'select-ports': ['Ethernet*'], enabled: true, speed: 1000, duplex: 'full', poe: { 'admin-mode': true } },
    ],
    interfaces: [],
    metrics: { statistics: { interval: 3 } },
  }
  expect(await floors.command('configure', { uuid: 1_800_000_002, config: good })).toMatchObject({
    uuid: 1_800_000_002,
    status: { error: 0, text: '' },
  })
})

test('an access point supplies PoE at its LAN port unless configured otherwise', async () => {
  const fleet = await demoFleet()
  const [device] = [...fleet.devices.values()].filter(({ node }) => node.model.model === 'SA-360' && node.reachable)
  const ap = await of(fleet, device?.node.hostname ?? '')
  const power = async () => (stateIn(await ap.next('state')) as any).poe.ports[0].status
  expect(await power()).toBe('Searching')
  const config = (on: boolean) => ({
    interfaces: [{ role: 'upstream', ethernet: [{ 'select-ports': ['WAN*'] }] }],
    ethernet: [{ 'select-ports': ['LAN'], poe: { 'admin-mode': on } }],
    metrics: { statistics: { interval: 60 } },
  })
  await ap.command('configure', numbered(1_800_000_011, config(false)))
  await ap.next('state', (params) => (stateIn(params) as any).poe.ports[0].status === 'Disabled')
  await ap.command('configure', numbered(1_800_000_012, config(true)))
  await ap.next('state', (params) => (stateIn(params) as any).poe.ports[0].status === 'Searching')
})

const on1000 = { enabled: true, speed: 1000, duplex: 'full' }

test('a switch shuts down every port without an entry, its own uplink as well', async () => {
  const fleet = await start({ ...demo, timeline: [] })
  const floors = await of(fleet, 'park-b')
  const { node } = fleet.find('park-b')[0] as SimulatedDevice
  const [first] = node.ports.keys()
  const config = { ethernet: [{ 'select-ports': [first], ...on1000 }], interfaces: [] }
  floors.command('configure', { uuid: 1_800_000_001, config }).catch(() => {})
  const on = () => [...node.ports].filter(([, port]) => port.enabled).map(([name]) => name)
  await expect.poll(on).toEqual([first])
  expect(node.ports.get(first as string)?.poe?.enabled ?? false).toBe(false)
  await expect.poll(() => node.reachable).toBe(false)
  expect(fleet.find('park-ap-b1')[0]?.canTalk).toBe(false)
})

test('the client of a switch crashes on an interface without vlan-tag, and returns with its former document', async () => {
  const fleet = await start({ ...demo, timeline: [] })
  const floors = await of(fleet, 'park-b')
  const before = floors.hello.uuid
  const known = gateway.seen.length
  const vlan = { vlan: { id: 20 }, ethernet: [{ 'select-ports': ['Ethernet1'] }] }
  floors.command('configure', { uuid: 1_800_000_001, config: { ethernet: [], interfaces: [vlan] } }).catch(() => {})
  expect((await again(fleet, 'park-b', known)).hello.uuid).toBe(before)
})

test('an access point loses power with its PoE port, and boots when the port is enabled again', async () => {
  const fleet = await demoFleet()
  const core = await of(fleet, 'park-a')
  const ap = fleet.find('park-ap-a1')[0]
  const port = ap?.node.parentPort?.name
  const set = (uuid: number, on: boolean) =>
    core.command('configure', {
      uuid,
      config: {
        ethernet: [
          { 'select-ports': ['Ethernet*'], ...on1000, poe: { 'admin-mode': true } },
          { 'select-ports': [port], ...on1000, poe: { 'admin-mode': on } },
        ],
        interfaces: [],
        metrics: { statistics: { interval: 3, types: ['lldp', 'clients'] } },
      },
    })
  await of(fleet, 'park-ap-a1')
  const known = gateway.seen.length
  await set(1_800_000_001, false)
  expect(ap?.node.powered).toBe(false)
  const state = stateIn(await core.next('state'))
  expect(state['link-state'].upstream[port as string]).toMatchObject({ carrier: false, poe: { status: 'Disabled' } })
  await set(1_800_000_002, true)
  const back = await again(fleet, 'park-ap-a1', known)
  expect(back.hello.reason).toBe('coldboot')
})

test('hardware alarms of a switch contain only texts, and end by their number', async () => {
  const fleet = await start({ ...demo, timeline: [] })
  const core = await of(fleet, 'park-a')
  const broken = core.next('alarm')
  const { id } = fleet.breakDown({ kind: 'break-fan', target: 'park-a' })
  const { data } = (await broken) as { data: Record<string, string> }
  expect(data).toEqual({
    id: data.id,
    resource: 'FAN 1',
    text: 'FAN 1 has failed',
    time_created: expect.stringMatching(/^\d{19}$/),
    type_id: 'FAN_FAULT',
    severity: '1',
  })
  const over = core.next('alarm')
  fleet.mend(id)
  expect(await over).toMatchObject({
    data: { id: data.id, resource: '', text: '', time_created: '0', type_id: '', severity: '0' },
  })
  expect(() => fleet.breakDown({ kind: 'break-fan', target: 'park-ap-a1' })).toThrow('no device')
})

test('an overloaded PoE port reports it by event and state, supplies no power, and searches when the fault ends', async () => {
  const fleet = await start({ ...demo, timeline: [] })
  const core = await of(fleet, 'park-a')
  const events = ['status.overload', 'fault.overload'].map((what) => eventOf(core, `wired.poe.${what}`))
  const { id } = fleet.breakDown({ kind: 'fail-poe', target: 'park-a' })
  const [name, same] = (await Promise.all(events)).map(({ name }) => name as string)
  expect(same).toBe(name)
  const port = (params: LooseMessage) => stateIn(params)['link-state'].upstream[name as string].poe
  const faulty = (params: LooseMessage) => port(params)['fault-status'] === 'OVERLOAD'
  expect(port(await core.next('state', faulty))).toMatchObject({
    status: 'Overload',
    'output-power': 0,
    counters: { overload: 1 },
  })
  const again = eventOf(core, 'wired.poe.status.searching')
  fleet.mend(id)
  expect(await again).toEqual({ name })
  await core.next('state', (params) => port(params)['fault-status'] === 'No Error')
})

test('a health check: a switch reports texts, an access point names the parts that its configuration tests', async () => {
  const fleet = await start({ ...demo, timeline: [] })
  const core = await of(fleet, 'park-a')
  const ill = core.next('healthcheck', ({ sanity }) => sanity === 50)
  fleet.breakDown({ kind: 'ail', target: 'park-a' })
  expect(await ill).toMatchObject({ data: { messages: ['the POE feature is not initialized'] } })

  const ap = await of(fleet, 'park-ap-a1')
  const checked = (kind: string) => {
    const coming = ap.next('healthcheck')
    return { coming, fault: fleet.breakDown({ kind: 'fail-check', target: 'park-ap-a1', text: kind }) }
  }
  const dns = checked('dns')
  const { sanity, data } = (await dns.coming) as { sanity: number; data: Record<string, any> }
  expect(sanity).toBeLessThan(100)
  expect(data.interfaces.up0v0).toMatchObject({ dns: false, warning: ['DNS 9.9.9.9 is not reachable'] })
  expect(data.unit.memory).toBeLessThan(90)
  const well = ap.next('healthcheck')
  fleet.mend(dns.fault.id)
  expect(await well).toMatchObject({ sanity: 100, data: { unit: {} } })
  // its configuration has neither a DHCP check upstream nor an SSID with RADIUS
  for (const kind of ['dhcp', 'radius']) expect(await checked(kind).coming).toMatchObject({ sanity: 100 })
})

test('a second device with one serial number and certificate connects too', async () => {
  const fleet = await start({ ...demo, timeline: [] })
  const first = await of(fleet, 'park-ap-a1')
  const known = gateway.seen.length
  const { id } = fleet.breakDown({ kind: 'clone', target: 'park-ap-a1' })
  const second = await again(fleet, 'park-ap-a1', known)
  expect(second.hello.capabilities).toEqual(first.hello.capabilities)
  fleet.mend(id)
})

/** The payload of the next event of a type. */
const eventOf = async (device: ConnectedDevice, type: string): Promise<LooseMessage> => {
  const said = (params: LooseMessage) =>
    ((params.data as LooseMessage).event as [number, { type: string; payload: LooseMessage }])[1]
  return said(await device.next('event', (params) => said(params).type === type)).payload
}

test('in its factory state an access point reports only itself, with bridges of which one has a cable', async () => {
  const fleet = await start(factory)
  const ap = await of(fleet, 'new-ap-1')
  expect(ap.hello.uuid).toBe(1)
  expect(fleet.find('new-ap-1')[0]?.reporting).toEqual({ state: 600, health: 120, realtime: [], types: [] })
  const request = async () => {
    await ap.command('telemetry', { interval: 60, types: ['state'] })
    const { data } = await ap.next('telemetry')
    await ap.command('telemetry', { interval: 0 })
    return (data as any).state[0][1].state
  }
  const state = await request()
  expect(state.interfaces.map(({ name }: LooseMessage) => name)).toEqual(['up0v0', 'up1v0', 'down2v0'])
  const [cable, onboarding] = state.interfaces
  expect(onboarding.counters).toEqual(cable.counters)
  expect(onboarding.ipv4).toBeUndefined()
  for (const one of state.interfaces) expect([one.clients, one.ssids]).toEqual([undefined, undefined])
  expect(state['lldp-peers']).toBeUndefined()
  const [radio] = state.radios
  expect(radio.chanUtil).toBe(0)
  const later = (await request()).radios[0].survey[0]
  expect(later.time).toBeGreaterThanOrEqual(radio.survey[0].time)

  const config = (ap: LooseMessage) => ({
    ...ap,
    metrics: { statistics: { interval: 60, types: ['ssids', 'clients'] } },
  })
  const document = fleet.find('new-ap-1')[0]?.config as LooseMessage
  // it sends nothing by itself until its document enables it
  const [device] = fleet.find('new-ap-1')
  device?.tell('wired.carrier-up', {})
  expect(status(await ap.command('configure', numbered(1_800_000_007, config(document)))).error).toBe(0)
  expect((await request()).interfaces[0]).toMatchObject({ clients: [], ssids: [] })
  expect(ap.messages.filter(({ method }) => method === 'event')).toEqual([])
  const realtime = { realtime: { types: ['wired'] } }
  expect(status(await ap.command('configure', numbered(1_800_000_008, { ...document, metrics: realtime }))).error).toBe(
    0,
  )
  const event = eventOf(ap, 'wired.carrier-up')
  device?.tell('wired.carrier-up', { name: 'LAN1' })
  expect(await event).toEqual({ name: 'LAN1' })
})

test('present firmware refuses a request, and its next message still contains the number', async () => {
  const ap = await of(await demoFleet(), 'hotel-ap-4f')
  const state = ap.next('state', ({ request_uuid }) => request_uuid === 76)
  expect(status(await ap.command('request', { message: 'state', request_uuid: 76 }))).toEqual({
    error: 1,
    text: 'failed to execute ustats',
    resultCode: 32_512,
  })
  await state
})

test('older firmware acknowledges a request at once, and sends the message with its number', async () => {
  const fleet = await start({ ...demo, timeline: [] }, { answersRequests: true })
  const ap = await of(fleet, 'hotel-ap-4f')
  const coming = ap.next('healthcheck', ({ request_uuid }) => request_uuid === 77)
  expect(status(await ap.command('request', { message: 'healthcheck', request_uuid: 77 })).error).toBe(0)
  expect(await coming).toMatchObject({ sanity: 100, request_uuid: 77 })
  const state = ap.next('state', ({ request_uuid }) => request_uuid === 78)
  await ap.command('request', { message: 'state', request_uuid: 78 })
  expect(stateIn(await state).version).toBe(1)
  expect(status(await ap.command('request', { message: 'state' })).error).toBe(1)
})

test('telemetry is streamed until it is stopped, and refuses to run twice', async () => {
  const ap = await of(await demoFleet(), 'hotel-ap-garden')
  expect(status(await ap.command('telemetry', { interval: 1, types: ['state'] })).error).toBe(0)
  const { data } = await ap.next('telemetry')
  expect((data as any).state[0][1].state.unit.uptime).toBeGreaterThan(0)
  expect(status(await ap.command('telemetry', { interval: 1, types: ['state'] })).error).toBe(2)
  expect(status(await ap.command('telemetry', { interval: 0 })).error).toBe(0)
})

test('a switch restarts a running stream, and in its factory state reports nothing else', async () => {
  const fleet = await start(factory)
  const device = await of(fleet, 'new-switch')
  expect(fleet.find('new-switch')[0]?.reporting).toMatchObject({ state: undefined, health: undefined })
  const wanted = { interval: 60, types: ['state'] }
  for (let n = 0; n < 2; n++) {
    expect(status(await device.command('telemetry', wanted)).text).toBe('Telemetry configure requested successfully')
    const { data } = await device.next('telemetry')
    expect((data as any).timestamp).toBeGreaterThan(0)
    const [[at, reported]] = (data as any).state
    expect(at).toBeGreaterThan(0)
    expect(reported).toMatchObject({ uuid: 1, serial: device.serial, state: { version: 1 } })
    for (const member of ['lldp-peers', 'mac-forwarding-table']) expect(reported.state).not.toHaveProperty(member)
  }
  expect(status(await device.command('telemetry', { interval: 60 })).error).toBe(1)
  expect(status(await device.command('telemetry', { interval: 0 })).error).toBe(0)
})

test('each client handles unknown commands in its own way', async () => {
  const fleet = await demoFleet()
  const ap = await of(fleet, 'hotel-ap-restaurant')
  const core = await of(fleet, 'park-core')
  const soft = await of(fleet, 'lab-gw')
  expect(status(await core.command('make.coffee'))).toEqual({ error: 0, text: 'Success' })
  expect(status(await core.command('request', { message: 'state', request_uuid: 5 })).text).toBe('Success')
  expect(status(await soft.command('make.coffee')).error).toBe(2)
  ap.socket.send(JSON.stringify({ jsonrpc: '2.0', id: 900, method: 'remote_access', params: {} }))
  ap.socket.send(JSON.stringify({ jsonrpc: '2.0', id: 901, method: 'rrm', params: { actions: [] } }))
  // longer than it can read in one piece
  ap.socket.send(JSON.stringify({ jsonrpc: '2.0', id: 902, method: 'ping', params: { fill: 'x'.repeat(33_000) } }))
  expect(status(await ap.command('ping'))).toMatchObject({ error: 0 })
  expect(ap.messages.filter(({ id }) => typeof id === 'number' && id >= 900)).toEqual([])
  expect(status(await ap.command('leds', { pattern: 'blink', duration: 5 })).error).toBe(0)
  ap.socket.send(JSON.stringify({ jsonrpc: '2.0', id: 'text', method: 'ping', params: {} }))
  await ap.wait(({ id, result }) => id === 0 && result !== undefined, 'answer to a text id')
})

test('a kicked terminal disconnects and stays away for the time', async () => {
  const fleet = await demoFleet()
  const device = fleet.find('hotel-ap-lobby')[0]
  const ap = await of(fleet, 'hotel-ap-lobby')
  const [victim] = [...(device?.node.stations ?? [])]
  ap.socket.send(
    JSON.stringify({
      jsonrpc: '2.0',
      id: 5000,
      method: 'rrm',
      params: { actions: [{ action: 'kick', addr: victim?.mac, reason: 5, ban_time: 60 }] },
    }),
  )
  await ap.next('state', (params) => !JSON.stringify(stateIn(params).interfaces).includes(victim?.mac as string))
  expect(victim?.online).toBe(false)
})

test('scripts: a diagnosis on all devices, a few shell commands, and no execution without the first line', async () => {
  const fleet = await demoFleet()
  const ap = await of(fleet, 'hotel-ap-lobby')
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const run = (seen: ConnectedDevice, script: string, type = 'shell') =>
    seen.command('script', { type, script: encoded(script), timeout: 10 })
  expect(String(status(await run(ap, '', 'diagnostic')).result)).toMatch(/load average/)
  const ping = status(await run(ap, '#!/bin/sh\nping -c 2 -W 2 192.0.2.1 2>&1\n'))
  expect(ping).toMatchObject({ error: 0 })
  expect(ping.result).toMatch(/2 packets transmitted, 2 received/)
  expect(status(await run(ap, 'uptime')).error).toBe(126)
  expect(status(await run(ap, '#!/bin/sh\nfrobnicate')).error).toBe(127)
})

test('a soft router returns its tables page by page', async () => {
  const soft = await of(await demoFleet(), 'lab-gw')
  const ask = async (type: string, content: LooseMessage = {}) =>
    (await soft.command('x-belvedere.cgi', { type, content })).data as { total: number; list: LooseMessage[] }
  const interfaces = await ask('interfaces', { page: 1, limit: 2, orderby: 'name desc' })
  expect(interfaces.total).toBe(5)
  expect(interfaces.list.map(({ name }) => name)).toEqual(['lo', 'enp4s0'])
  expect((await ask('routes')).list).toContainEqual(
    expect.objectContaining({ destination: 'default', device: 'enp1s0', gateway: '10.30.0.1' }),
  )
  const terminals = await ask('terminals')
  const [first] = terminals.list
  expect((await ask('terminals', { search: first?.mac })).total).toBe(1)
  for (const type of ['neighbours', 'dhcp_leases', 'connections', 'system', 'services', 'log_tail'])
    expect((await ask(type)).total).toBeGreaterThan(0)
  expect((await ask('wifi_stations')).total).toBe(0)
  expect(status(await soft.command('x-belvedere.cgi', { type: 'nonsense' }))).toMatchObject({
    error: 2,
    text: 'Not support',
  })
})

test('a soft router uploads a real archive, and restores it', async () => {
  const soft = await of(await demoFleet(), 'lab-gw')
  const uri = `https://127.0.0.1:${gateway.port}/backup/1`
  const { data } = await soft.command('x-belvedere.backup', { uri })
  const archive = gateway.files.get('/backup/1') as Buffer
  const sha256 = createHash('sha256').update(archive).digest('hex')
  expect(data).toEqual({ size: archive.length, sha256 })
  const tar = gunzipSync(archive)
  expect(tar.toString('latin1', 257, 262)).toBe('ustar')
  expect(tar.toString()).toContain('lab-gw')
  expect(await soft.command('x-belvedere.restore', { uri, sha256 })).toMatchObject({
    status: { error: 0 },
    data: { files: expect.arrayContaining(['/etc/hostname']) },
  })
  expect(status(await soft.command('x-belvedere.restore', { uri, sha256: '00' })).error).toBe(2)
  expect(status(await soft.command('x-belvedere.restore', { uri: `${uri}/none`, sha256 })).text).toMatch(/HTTP 404/)
})

test('a remote shell of a soft router echoes, answers and closes', async () => {
  const soft = await of(await demoFleet(), 'lab-gw')
  let screen = ''
  let closed = false
  soft.socket.on('message', (data: Buffer) => {
    const event = (JSON.parse(data.toString()) as any).params?.data?.event
    if (event?.[1]?.type !== 'belvedere.shell') return
    screen += Buffer.from(event[1].payload.data ?? '', 'base64').toString()
    closed ||= event[1].payload.closed === true
  })
  await soft.command('x-belvedere.shell.open', { session: 's1', cols: 80, rows: 24 })
  await soft.command('x-belvedere.shell.write', { session: 's1', data: Buffer.from('ip route\r').toString('base64') })
  await expect.poll(() => screen).toMatch(/default via 10\.30\.0\.1 dev enp1s0/)
  await soft.command('x-belvedere.shell.close', { session: 's1' })
  await expect.poll(() => closed).toBe(true)
  expect(status(await soft.command('x-belvedere.shell.write', { session: 's1', data: '' })).error).toBe(2)
})

test('a reboot disconnects the device; it reconnects with its reason and new counters', async () => {
  const fleet = await demoFleet()
  const cases = [
    ['hotel-ap-2f', 'triggered command action', 'reboot'],
    ['hotel-floors', 'Success', undefined],
    ['lab-gw', 'Rebooting', 'reboot'],
  ] as const
  for (const [hostname, text, reason] of cases) {
    const seen = await of(fleet, hostname)
    const before = stateIn(await seen.next('state'))
    const known = gateway.seen.length
    const gone = new Promise((resolve) => seen.socket.once('close', resolve))
    expect(status(await seen.command('reboot', { when: 0 }))).toMatchObject({ error: 0, text })
    await gone
    const back = await again(fleet, hostname, known)
    expect(back.hello.reason).toBe(reason)
    const after = stateIn(await back.next('state'))
    expect(after.unit.uptime).toBeLessThan(before.unit.uptime)
    expect(after.interfaces[0].counters.rx_bytes).toBeLessThan(before.interfaces[0].counters.rx_bytes)
  }
})

test('an upgrade ends with the version in the file’s name, in the manner of each family', async () => {
  const fleet = await demoFleet()
  const uri = (name: string) => `http://127.0.0.1:${images.port}/files/${name}?token=1`
  const ap = await of(fleet, 'park-ap-b1')
  const before = gateway.seen.length
  expect(
    status(await ap.command('upgrade', { uri: uri('skylark-4.2.0.bin'), when: 0, keep_redirector: 1 })),
  ).toMatchObject({
    text: 'Triggering FW upgrade',
  })
  expect((await again(fleet, 'park-ap-b1', before)).hello).toMatchObject({
    firmware: 'skylark-4.2.0',
    reason: 'upgrade',
  })

  const core = await of(fleet, 'hotel-core')
  const known = gateway.seen.length
  const done = core.next('event', ({ data }) => (data as any).event[1].payload.operation === 'success')
  expect(status(await core.command('upgrade', { uri: uri('terrace-3.3.0.swi') })).text).toBe(
    'upgrade requested successfully',
  )
  await done
  expect((await again(fleet, 'hotel-core', known)).hello.firmware).toBe('terrace-3.3.0')

  fleet.breakDown({ kind: 'fail-upgrade', target: 'park-ap-b2', text: 'flash is worn out' })
  expect(status(await (await of(fleet, 'park-ap-b2')).command('upgrade', { uri: uri('x.bin') }))).toEqual({
    error: 2,
    text: 'flash is worn out',
  })
})

test('an access point keeps what the command requests, and nothing else', async () => {
  const fleet = await start({ ...demo, timeline: [] })
  const known = () => gateway.seen.length
  const ap = await of(fleet, 'park-ap-b1')
  const uri = `http://127.0.0.1:${images.port}/files/skylark-4.2.0.bin`
  // after a reset it reports every ten minutes
  const ssids = async (seen: ConnectedDevice) => {
    await seen.command('telemetry', { interval: 60, types: ['state'] })
    const { data } = await seen.next('telemetry')
    await seen.command('telemetry', { interval: 0 })
    return (data as any).state[0][1].state.interfaces.flatMap((one: LooseMessage) => one.ssids ?? [])
  }
  const before = ap.hello.uuid
  expect((await ssids(ap)).length).toBeGreaterThan(0)
  let seen = known()
  await ap.command('upgrade', { uri, keep_redirector: 1, keep_config: 1 })
  const kept = await again(fleet, 'park-ap-b1', seen)
  expect(kept.hello).toMatchObject({ firmware: 'skylark-4.2.0', reason: 'upgrade', uuid: before })
  expect((await ssids(kept)).length).toBeGreaterThan(0)
  seen = known()
  await kept.command('upgrade', { uri, keep_redirector: 1 })
  const wiped = await again(fleet, 'park-ap-b1', seen)
  expect(wiped.hello).toMatchObject({ uuid: 1 })
  expect(await ssids(wiped)).toEqual([])
  await wiped.command('upgrade', { uri, keep_config: 1 })
  await expect.poll(() => fleet.find('park-ap-b1')[0]?.node.booted).toBe(false)
  const { length } = gateway.seen.filter(({ serial }) => serial === wiped.serial)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(
    gateway.seen.filter(({ serial }) => serial === wiped.serial),
    'it lost its gateway',
  ).toHaveLength(length)
})

test('a factory reset that keeps the gateway also keeps the configuration of an access point; a switch loses everything', async () => {
  const fleet = await start({ ...demo, timeline: [] })
  const ap = await of(fleet, 'park-ap-b1')
  let seen = gateway.seen.length
  await ap.command('factory', { keep_redirector: 1 })
  expect((await again(fleet, 'park-ap-b1', seen)).hello).toMatchObject({ uuid: ap.hello.uuid, reason: 'factory' })
  const core = await of(fleet, 'hotel-core')
  expect(core.hello.uuid).toBeGreaterThan(1)
  seen = gateway.seen.length
  await core.command('factory', { keep_redirector: 1 })
  expect((await again(fleet, 'hotel-core', seen)).hello.uuid).not.toBe(core.hello.uuid)
})

test('an access point whose image was not written returns unchanged, with its reason', async () => {
  const fleet = await start({ ...demo, timeline: [] })
  const ap = await of(fleet, 'park-ap-b1')
  const seen = gateway.seen.length
  fleet.breakDown({ kind: 'fail-flash', target: 'park-ap-b1' })
  const uri = `http://127.0.0.1:${images.port}/files/skylark-4.2.0.bin`
  expect(status(await ap.command('upgrade', { uri, keep_redirector: 1 })).text).toBe('Triggering FW upgrade')
  const { firmware, uuid } = ap.hello
  expect((await again(fleet, 'park-ap-b1', seen)).hello).toMatchObject({ firmware, uuid, reason: 'upgradefailed' })
})

test('downloads trust the system’s store, or the device’s own CA on request', async () => {
  const fleet = await start({ ...demo, timeline: [] })
  const ap = await of(fleet, 'park-ap-b1')
  const reported = async (params: LooseMessage) =>
    status(await ap.command('upgrade', { keep_redirector: 1, ...params }))
  const own = `https://127.0.0.1:${gateway.port}/files/skylark-4.2.0.bin`
  gateway.files.set('/files/skylark-4.2.0.bin', Buffer.alloc(50_000, 'firmware'))
  expect(await reported({ uri: own })).toMatchObject({
    error: 2,
    text: expect.stringMatching(/^Download failed, err 60, http_code 0, cmd curl -L /),
  })
  const plain = `http://127.0.0.1:${images.port}`
  expect((await reported({ uri: `${plain}/gone/skylark-4.2.0.bin` })).text).toMatch(/err 0, http_code 403/)
  expect((await reported({ uri: 'http://127.0.0.1:1/x.bin' })).text).toMatch(/err 7, http_code 0/)
  const core = await of(fleet, 'hotel-core')
  const failed = core.next('event', ({ data }) => (data as any).event[1].payload?.operation === 'fail')
  await core.command('upgrade', { uri: own })
  await failed
  let known = gateway.seen.length
  expect(await reported({ uri: own, 'use-local-certificates': true, keep_config: 1 })).toMatchObject({ error: 0 })
  const back = await again(fleet, 'park-ap-b1', known)
  known = gateway.seen.length
  expect(status(await back.command('upgrade', { uri: `${plain}/moved.bin`, keep_redirector: 1 })).error).toBe(0)
  expect((await again(fleet, 'park-ap-b1', known)).hello.firmware).toBe('moved')
})

test('a process that was suspended during an upgrade still reports the result before it disconnects', async () => {
  const fleet = await demoFleet()
  const floors = await of(fleet, 'hotel-floors')
  const known = gateway.seen.length
  const done = floors.next('event', ({ data }) => (data as any).event[1].payload.operation === 'success')
  await floors.command('upgrade', { uri: `http://127.0.0.1:${images.port}/files/terrace-3.4.0.swi?token=1` })
  // all of its steps are due at once
  const end = performance.now() + 600
  while (performance.now() < end);
  await done
  expect((await again(fleet, 'hotel-floors', known)).hello.firmware).toBe('terrace-3.4.0')
})

test('counters of a whole fleet never decrease without a reboot', async () => {
  const fleet = await start({ ...demo, timeline: [] })
  const last = new Map<string, number>()
  const check = (serial: string, params: LooseMessage) => {
    for (const { name, counters } of stateIn(params).interfaces as { name: string; counters: LooseMessage }[]) {
      for (const [key, value] of Object.entries(counters)) {
        const id = `${serial} ${name} ${key}`
        expect(value, id).toBeGreaterThanOrEqual(last.get(id) ?? 0)
        last.set(id, value as number)
      }
    }
  }
  const seen = await Promise.all([...fleet.devices.keys()].map((serial) => gateway.device(serial)))
  const statesOf = ({ messages }: ConnectedDevice) => messages.filter(({ method }) => method === 'state')
  await expect.poll(() => Math.min(...seen.map((one) => statesOf(one).length))).toBeGreaterThanOrEqual(3)
  for (const one of seen) for (const { params } of statesOf(one)) check(one.serial, params as LooseMessage)
  fleet.stop()
})

test('faults: a line cut and restored, a silent cable, a reconnect storm', async () => {
  const fleet = await start({ ...demo, timeline: [] })
  const router = await of(fleet, 'park-router')
  const { id } = fleet.breakDown({ kind: 'cut-wan', target: 'park-router', wan: 'WAN1' })
  const cut = stateIn(await router.next('state'))
  expect(cut['link-state'].upstream).toMatchObject({ WAN1: { carrier: 0 }, WAN2: { carrier: 1 } })
  expect(cut.interfaces[0].ipv4).toEqual({})
  expect(fleet.faults).toHaveLength(1)
  fleet.mend(id)
  expect(stateIn(await router.next('state'))['link-state'].upstream.WAN1.carrier).toBe(1)

  const ap = await of(fleet, 'park-ap-hall')
  fleet.breakDown({ kind: 'cut-cable', target: 'park-ap-hall', seconds: 4 })
  ap.socket.ping()
  let ponged = false
  ap.socket.once('pong', () => (ponged = true))
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(ponged).toBe(false)
  expect(ap.socket.readyState).toBe(ap.socket.OPEN)
  await expect.poll(() => ponged).toBe(true)
  await ap.next('state')

  for (const serial of fleet.devices.keys()) await gateway.device(serial)
  const { connects } = fleet.status
  fleet.breakDown({ kind: 'drop' })
  await expect.poll(() => fleet.status.connects).toBe(connects + demo.devices)
  expect(() => fleet.breakDown({ kind: 'cut-wan', target: 'park-ap-hall' })).toThrow(/no device/)
  expect(() => fleet.breakDown({ kind: 'earthquake' })).toThrow(/no such fault/)
  fleet.stop()
})

test('the state of an earlier run is restored: number, firmware, counters', async () => {
  const first = await start({ ...demo, timeline: [] }, { seed: 77 })
  const ap = await of(first, 'hotel-ap-lobby')
  await ap.next('state')
  const kept = first.keep()
  const record = kept[ap.serial]
  first.stop()
  Object.assign(record as object, { firmware: 'of another day', uuid: 1_799_999_999 })
  const known = gateway.seen.length
  const second = await start({ ...demo, timeline: [] }, { seed: 77, kept: new Map(Object.entries(kept)) })
  const back = await again(second, 'hotel-ap-lobby', known)
  expect(back.hello).toMatchObject({ firmware: 'of another day', uuid: 1_799_999_999 })
  const state = stateIn(await back.next('state'))
  const [rx = 0] = record?.counters.WAN ?? []
  expect(state.interfaces[0].counters.rx_bytes).toBeGreaterThanOrEqual(rx)
  expect(state.interfaces[0].counters.rx_bytes).toBeLessThan(rx + 1e9)
  second.stop()
})

test('five hundred devices are online, without a failure', async () => {
  const fleet = await start(storm10000, { devices: 500, interval: 60 })
  const there = () =>
    gateway.seen.filter(
      ({ serial, socket, messages }) =>
        fleet.devices.has(serial) && socket.readyState === socket.OPEN && messages.length > 0,
    ).length
  await expect.poll(there, { timeout: 100_000, interval: 50 }).toBe(500)
  expect(fleet.status).toMatchObject({ connected: 500, failures: 0, losses: 0 })
  fleet.stop()
})
