import snmp from 'net-snmp'
import { snmpDevice as driver } from '@belvedere/drivers/device/snmp/driver.ts'
import { Poller } from '@belvedere/server/gateways/poll/poller.ts'
import { localBus } from '@belvedere/server/base/bus/bus.ts'
import { departSubject, identifySubject, type IdentifyRequest } from '@belvedere/server/devices/device-link.ts'
import type { Log } from '@belvedere/server/base/process/log.ts'
import { monitorGuard } from '@belvedere/server/base/edge/outbound.ts'
import { pollReportSubject } from '@belvedere/server/devices/poll-link.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { type SideProcess, startSideProcess } from '../kit/side-process.ts'

const DEVICES = 5000
const VARIABLES = 20
const LANES = 256
const SECONDS = 5

const oids = Array.from({ length: VARIABLES }, (_, n) => `1.3.6.1.2.1.31.1.1.1.6.${n + 1}`)
/** The product's own driver, which requests the same number of variables as the floor. */
const asks = { hello: ['1.3.6.1.2.1.1.2.0'], scalars: oids, tables: [] }
const twenty = { ...driver, protocol: { ...driver.protocol, asks } }

/** Processor seconds of this process: other load of the machine does not count. */
const processor = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Devices polled per second of CPU by a loop around the library: one open session per device, as fast as possible. */
async function bare(ports: readonly number[]): Promise<number> {
  const sessions = ports.map((port) => snmp.createSession('127.0.0.1', 'public', { port, version: snmp.Version2c }))
  let polled = 0
  let next = 0
  const began = processor()
  const until = performance.now() + SECONDS * 1000
  const lane = async () => {
    while (performance.now() < until) {
      const session = sessions[next++ % sessions.length]
      await new Promise<void>((resolve) => session?.get(oids, (error) => (error ? resolve() : (polled++, resolve()))))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const rate = polled / (processor() - began)
  for (const session of sessions) session.close()
  return rate
}

const quiet = { debug() {}, info() {}, warn() {}, error: console.error } as unknown as Log

/** The same for the polling gateway without pauses between polls: schedule, sockets, driver, reports, outcomes. */
async function ours(ports: readonly number[]): Promise<number> {
  const bus = localBus((error) => console.error(error))
  bus.serve(identifySubject, async ({ id }: IdentifyRequest) => ({
    device_id: Number.parseInt(id.value, 16),
    scene_id: 1,
  }))
  bus.serve(departSubject, async () => undefined)
  bus.serve(pollReportSubject, async () => undefined)
  let reports = 0
  const poller = new Poller({
    bus,
    log: quiet,
    drivers: [twenty],
    pinger: { ping: () => Promise.reject(new Error('not asked')) },
    ingest: { push: () => Boolean(++reports) },
    emit: () => {},
    now: () => Math.floor(Date.now() / 1000),
  })
  const devices = new Set(ports.map((_, at) => at + 1))
  poller.allow(monitorGuard({ listed: [], trusted: ['127.0.0.0/8'] }), devices)
  poller.watch(ports.map(targetOf))
  while (poller.counts.tries < ports.length) await new Promise((resolve) => setTimeout(resolve, 20))
  const [before, began] = [reports, processor()]
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000))
  const rate = (reports - before) / (processor() - began)
  if (poller.counts.failures > 0) console.error(`${poller.counts.failures} tries failed`)
  poller.stop()
  return rate
}

const targetOf = (port: number, at: number) => ({
  device_id: at + 1,
  scene_id: 1,
  serial: (at + 1).toString(16).padStart(12, '0'),
  rev: 1,
  ip: '127.0.0.1',
  mac: null,
  vendor: '',
  model: '',
  monitor: { type: 'snmp' as const, port, interval: 0, misses: 3, timeout: 5000, version: 'v2c' as const },
  secrets: { community: 'public' },
  session: null,
  home: true,
})

let agents: { helper: SideProcess; ports: number[] } | undefined

export const snmpPoll = defineFigure({
  name: 'snmp-poll',
  what: `SNMP devices polled per second of CPU, ${VARIABLES} variables each, of ${DEVICES}, against a bare loop around the library`,
  must: { is: 'at least', value: 0.7 },
  async before() {
    const helper = startSideProcess('floors/snmp-agents-child.ts', String(DEVICES))
    agents = { helper, ...(await helper.message<{ ports: number[] }>()) }
  },
  async round() {
    const ports = agents?.ports ?? []
    const floor = await bare(ports)
    const rate = await ours(ports)
    return {
      value: rate / floor,
      floor,
      note: `${Math.round(rate)} against ${Math.round(floor)} devices a processor second`,
    }
  },
  async after() {
    await agents?.helper.stop()
  },
})
