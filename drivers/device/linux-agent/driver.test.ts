import { describe, expect, test } from 'vitest'
import { describeConformance } from '../../kit/driver-conformance.ts'
import { readRecordings } from '../../kit/play-recording.ts'
import { readConnect } from '../../protocol/ucentral/protocol.ts'
import { linuxAgent } from './driver.ts'

const folder = new URL('./', import.meta.url)
const recordings = readRecordings(folder)
const first = (name: string) => recordings.get(name)?.[0] ?? { method: '', params: {} }
const hello = readConnect(first('connect').params)
const identity = linuxAgent.protocol.identify(hello)

describeConformance(linuxAgent, folder)

test('identity of a host', () => {
  expect(identity).toMatchObject({ type: 4, vendor: 'Linux', model: 'Linux x86_64', mac: '5c:e9:1e:10:20:01' })
  const { label_macaddr: _, ...without } = hello.capabilities
  expect(
    linuxAgent.protocol.identify({ ...hello, capabilities: without }).mac,
    'a serial number is not one',
  ).toBeUndefined()
  expect(identity.cgi).toContain('routes')
  expect(identity.verbs).toEqual([
    'reboot',
    'upgrade',
    'script',
    'refresh',
    'backup',
    'restore',
    'ping',
    'trace',
    'cgi',
    'shell',
  ])
})

test('without root there is no reboot, without the capability no extension', () => {
  const verbs = (member: object) =>
    linuxAgent.protocol.identify({ ...hello, capabilities: { 'x-belvedere': { version: 1, ...member } } }).verbs
  expect(verbs({ root: false, methods: ['ping'] })).toEqual(['upgrade', 'script', 'refresh', 'ping'])
})

describe('state', () => {
  const facts = linuxAgent.decode('state', first('state').params).facts

  test('interfaces with role, link, counters and addresses', () => {
    expect(facts?.interfaces?.map(({ name, role, up }) => [name, role, up])).toEqual([
      ['wan0', 'wan', true],
      ['lan1', 'port', true],
      ['lan2', 'port', true],
      ['br-lan', 'lan', true],
    ])
    expect(facts?.interfaces?.[0]).toMatchObject({
      mac: '5c:e9:1e:10:20:01',
      speed_mbps: 10000,
      rx_bytes: 4293,
      tx_packets: 19,
    })
    expect(facts?.interfaces?.[3]?.addresses).toContain('192.168.7.1/24')
  })

  test('octets of wired terminals as the host counts them', () => {
    const { state } = first('state').params as { state: Record<string, object> }
    const [one, two] = facts?.terminals ?? []
    expect(one).toBeDefined()
    expect(one).not.toHaveProperty('up_bytes')
    const octets = { [String(one?.mac)]: [100, 9000], [String(two?.mac)]: 'no' }
    const reported = linuxAgent.decode('state', {
      state: { ...state, 'x-belvedere': { ...state['x-belvedere'], octets } },
    })
    expect(reported.facts?.terminals?.[0]).toMatchObject({
      mac: one?.mac,
      link: 'wired',
      up_bytes: 100,
      down_bytes: 9000,
    })
    expect(reported.facts?.terminals?.[1]?.up_bytes).toBeUndefined()
  })

  test('loss and delay as the host measures them, within bounds', () => {
    const probes = [
      { target: '203.0.113.1', gateway: true, sent: 80, lost: 0, rtt_ms: 0.4 },
      { target: '1.1.1.1', sent: 80, lost: 16, rtt_ms: 12 },
      { target: '1.0.0.1', sent: 20, lost: 21 },
    ]
    const reported = linuxAgent.decode('state', {
      state: { 'x-belvedere': { wans: [{ name: 'wan0', up: true, probes }] } },
    })
    expect(reported.facts?.wans?.[0]?.probes).toEqual(probes.slice(0, 2))
    expect(facts?.wans?.[0]).not.toHaveProperty('probes')
  })

  test('the WAN as the host knows it', () => {
    expect(facts?.wans).toMatchObject([{ name: 'wan0', up: true, type: 'static', gateway: '203.0.113.1' }])
  })

  test('terminals with address, name and the bridge port on which they were learned', () => {
    expect(facts?.terminals).toMatchObject([
      { mac: '3c:22:fb:10:20:30', link: 'wired', port: 'lan1', ip: '192.168.7.106', hostname: 'till-2' },
      { mac: 'b8:27:eb:44:55:66', link: 'wired', port: 'lan2', ip: '192.168.7.138', hostname: 'nas' },
    ])
  })

  test('roles come from link-state when the own member is missing', () => {
    const { 'x-belvedere': _, ...standard } = first('state').params.state as Record<string, unknown>
    const bare = linuxAgent.decode('state', { state: standard }).facts
    expect(bare?.interfaces?.find(({ name }) => name === 'wan0')?.role).toBe('wan')
    expect(bare?.wans).toMatchObject([{ name: 'wan0', up: true, type: 'unknown' }])
  })
})

describe('samples measured while offline', () => {
  const { params } = first('late-samples')
  const [[from, reported]] = (params.data as Record<string, [[number, Record<string, unknown>]]>)[
    'x-belvedere.samples'
  ] ?? [[0, {}]]
  const decoded = (change: Record<string, unknown>, at: unknown = from) =>
    linuxAgent.decode('telemetry', { data: { 'x-belvedere.samples': [[at, { ...reported, ...change }]] } }).late

  test('as an agent delivered them', () => {
    expect(linuxAgent.decode('telemetry', params)).toMatchObject({
      late: { from, first: 1, more: 0, names: ['wan0', 'lan1', 'lan2', 'br-lan'], unsure: [0], rows: { length: 4 } },
    })
  })

  const good = [0, 60, 20, 47, null, 0.2, 3, 5, 6]
  test.each([
    ['a number too large', [60, 60, 101]],
    ['text', [60, 60, '20']],
    ['an implausible number of octets', [60, 60, 1, 1, 1, 1, 1, 1e14, 1]],
    ['a negative number', [60, 60, 1, 1, 1, 1, 1, -1, 1]],
    ['one of two values of an interface', [60, 60, 1, 1, 1, 1, 1, 1, 1, 1]],
    ['more interfaces than names', [60, 60, 1, 1, 1, 1, 1, 1, 1, ...Array.from({ length: 10 }, () => 1)]],
    ['an earlier time', [0, 60]],
    ['a fraction of a second', [60.5, 60]],
    ['no row', 7],
  ])('an invalid value drops only its own sample: %s', (_, row) => {
    const rows = [good, row, [120, ...good.slice(1)]]
    expect(decoded({ rows, unsure: [0, 1] })).toMatchObject({ rows: [good, undefined, { 0: 120 }], unsure: [0] })
  })

  test.each([
    { series: 0 },
    { series: 'x' },
    { first: 0 },
    { now: null },
    { rows: 'x' },
    { rows: Array.from({ length: 513 }, () => good) },
  ])('an invalid message has no samples: %j', (change) => expect(decoded(change)).toBeUndefined())

  test('a device with the capability is asked; a state reports where its samples end', () => {
    const can = (methods: string[]) =>
      linuxAgent.protocol.identify({ ...hello, capabilities: { 'x-belvedere': { version: 1, methods } } }).late
    expect([can(['cgi']), can(['samples'])]).toEqual([undefined, true])
    expect(linuxAgent.protocol.late.kept({ series: 7, last: 9 })).toEqual({
      method: 'x-belvedere.kept',
      params: { series: 7, last: 9 },
    })
    const since = { seconds: 25, counters: { wan0: [5, 6], odd: 'x' } }
    expect(linuxAgent.decode('state', { state: { 'x-belvedere': { since } } }).facts?.since).toEqual({
      seconds: 25,
      interfaces: [
        { name: 'wan0', rx_bytes: 5, tx_bytes: 6 },
        { name: 'odd', rx_bytes: undefined, tx_bytes: undefined },
      ],
    })
  })
})

describe('shell', () => {
  const event = (payload: unknown) => ({ data: { event: [1, { type: 'belvedere.shell', payload }] } })

  test('output is a stream, complete', () => {
    const data = Buffer.alloc(60_000, 7).toString('base64')
    expect(linuxAgent.decode('event', event({ session: 's1', data }))).toEqual({ streams: [{ session: 's1', data }] })
    expect(linuxAgent.decode('event', event({ session: 's1', closed: true, exit: 3 }))).toEqual({
      streams: [{ session: 's1', closed: true, exit: 3 }],
    })
  })

  test('keystrokes are sent beside the queue', () => {
    const say = (args: Record<string, unknown>) => linuxAgent.protocol.encode({ verb: 'shell', args }, identity)
    expect(say({ op: 'write', session: 's1', data: 'bHMK' })).toMatchObject({
      method: 'x-belvedere.shell.write',
      aside: true,
    })
    expect(say({ op: 'open', session: 's1' })).toMatchObject({ params: { session: 's1', cols: 80, rows: 24 } })
    expect(say({ op: 'dance', session: 's1' })).toEqual({ wrong: 'op' })
    expect(say({ op: 'open' })).toEqual({ wrong: 'session' })
  })
})

describe('commit-confirm', () => {
  const { capabilities } = hello
  const own = { version: 1, root: true, methods: ['configure', 'arm', 'confirm', 'running'] }
  const can = linuxAgent.protocol.identify({ ...hello, capabilities: { ...capabilities, 'x-belvedere': own } })
  const say = (verb: 'arm' | 'confirm' | 'running' | 'configure', args = {}) =>
    linuxAgent.protocol.encode({ verb, args }, can)

  test('only verbs that the agent announces', () => {
    expect(can.verbs).toEqual(expect.arrayContaining(['configure', 'arm', 'confirm', 'running']))
    expect(linuxAgent.protocol.encode({ verb: 'arm', args: { uuid: 5, seconds: 60 } }, identity)).toBeUndefined()
  })

  test('its own methods', () => {
    expect(say('arm', { uuid: 5, seconds: 60 })).toMatchObject({
      method: 'x-belvedere.arm',
      params: { uuid: 5, seconds: 60 },
    })
    expect(say('arm', { uuid: 5, seconds: 86_400 })).toEqual({ wrong: 'seconds' })
    expect(say('confirm', {})).toEqual({ wrong: 'uuid' })
    expect(say('confirm', { uuid: 5 })).toMatchObject({ method: 'x-belvedere.confirm', params: { uuid: 5 } })
    expect(say('configure', { uuid: 5, config: { unit: {} } })).toMatchObject({ method: 'configure' })
  })

  test('the running document completely, a refusal in both languages', () => {
    const command = say('running')
    if (!command || 'wrong' in command) throw new Error('no command')
    const config = { unit: { name: 'edge' } }
    expect(command.read?.({ status: { error: 0, text: '' }, data: { uuid: 7, config } })).toEqual({
      result: 0,
      msg: '',
      data: { uuid: 7, config },
    })
    expect(command.read?.({ status: { error: 0, text: '' } })).toMatchObject({ result: 1 })
    const configure = say('configure', { uuid: 5, config })
    if (!configure || 'wrong' in configure) throw new Error('no command')
    const words = { zh: '未以 root 运行', en: 'Not run by root' }
    expect(configure.read?.({ uuid: 0, status: { error: 2, text: words.en, words, rejected: [] } })).toMatchObject({
      result: 1,
      msg: words.en,
      words,
    })
  })
})

test('a query returns total and list', () => {
  const command = linuxAgent.protocol.encode({ verb: 'cgi', args: { type: 'routes', content: { page: 1 } } }, identity)
  if (!command || 'wrong' in command) throw new Error('no command')
  expect(command).toMatchObject({ method: 'x-belvedere.cgi', params: { type: 'routes', content: { page: 1 } } })
  const answer = { status: { error: 0, text: '' }, data: { total: 40, list: [{ destination: 'default' }] } }
  expect(command.read?.(answer)).toEqual({
    result: 0,
    msg: '',
    data: { total: 40, list: [{ destination: 'default' }] },
  })
  const words = { zh: '没有此查询', en: 'no such query' }
  expect(command.read?.({ status: { error: 3, text: 'no such query', words } })).toMatchObject({
    result: 1,
    msg: 'no such query',
    words,
  })
})
