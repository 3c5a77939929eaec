import { openDatabase } from '@belvedere/server/kernel/db.ts'
import { localBus } from '@belvedere/server/base/bus/bus.ts'
import { discoverGateways } from '@belvedere/server/devices/discover-gateways.ts'
import { type LogIntake, startLogIntake } from '@belvedere/server/devices/ingest/log-intake.ts'
import { syslogSubject } from '@belvedere/server/devices/syslog-link.ts'
import { syslogLimits } from '@belvedere/server/gateways/syslog/limits.ts'
import { Senders } from '@belvedere/server/gateways/syslog/senders.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { type BenchProduct, startProduct } from '../kit/product.ts'

const MESSAGES = 200_000
const SENDERS = 1000
/** Messages handed over per turn of the event loop, as datagrams arrive. */
const GROUP = 500

const texts = [
  (n: number) =>
    `sshd[${n % 9999}]: Failed password for root from 198.51.100.${n % 250} port ${1024 + (n % 60_000)} ssh2`,
  (n: number) => `kernel: [${n}.5] eth${n % 4}: link is up, 1000 Mbps full duplex, flow control rx/tx`,
  (n: number) => `dnsmasq-dhcp[812]: DHCPACK(br-lan) 192.168.${n % 200}.7 02:00:00:00:${(n % 90) + 10}:07 phone-${n}`,
  (n: number) => `crond[77]: USER root pid ${n} cmd /usr/sbin/logrotate /etc/logrotate.conf`,
  (n: number) =>
    `fw4: DROP IN=wan OUT= SRC=203.0.113.${n % 250} DST=192.0.2.1 LEN=40 PROTO=TCP SPT=${n % 60_000} DPT=22`,
  (n: number) => `snmpd[1201]: Connection from UDP: [192.0.2.9]:${n % 60_000}->[192.0.2.1]:161`,
]
const messageOf = (n: number) => `<30>Nov 23 16:00:00 router-${n % SENDERS} ${texts[n % texts.length]?.(n)}`

let product: BenchProduct | undefined

/** Messages from the wire to the commit, against a COPY of the rows that were stored. */
export const syslog = defineFigure({
  name: 'syslog',
  what: `${MESSAGES.toLocaleString('en')} syslog messages of ${SENDERS} devices parsed, typed and stored, against a COPY of the same rows`,
  must: { is: 'at least', value: 0.25, unit: '×' },
  async round() {
    product ??= await startProduct()
    const { db } = product
    const url = db.options.connectionString as string
    const database = openDatabase(url, 2)
    await db.query('truncate device_log')
    const messages = Array.from({ length: MESSAGES }, (_, n) => Buffer.from(messageOf(n)))
    const { sinks } = await discoverGateways()
    const intake = startLogIntake({
      transaction: (work) => database.transaction(work),
      sinks,
      tell: () => {},
      happened: () => {},
      onError(error) {
        throw error
      },
      limits: { source: { each: 1e6, burst: 1e6 }, scene: { each: 1e6, burst: 1e7 } },
    })
    const bus = localBus(() => {})
    bus.serve(syslogSubject, async ({ host }: { host: string }) => ({
      scene_id: 1,
      device_id: 1 + Number(host.slice('router-'.length)),
    }))
    // each sender has been looked up once, as within the last five minutes in operation
    const senders = new Senders({
      bus,
      logs: intake,
      now: seconds,
      limits: { ...syslogLimits, asksASecond: 1e6, asksEach: 1e6 },
    })
    for (let n = 0; n < SENDERS; n++) senders.take(messages[n] as Buffer, '192.0.2.1')
    await turn()
    await intake.drain()
    await db.query('truncate device_log')
    const stored = intake.counts.stored
    const ours = await timed(() => send(senders, intake, messages))
    if (intake.counts.stored - stored !== MESSAGES) throw new Error(`stored ${intake.counts.stored - stored}`)
    const { rows } = await db.query<{ row: string }>(
      String.raw`select concat_ws(E'\t', at, device_id, scene_id, type, severity, source, program, text) || E'\n' as row from device_log order by id`,
    )
    const copied = Buffer.from(rows.map(({ row }) => row).join(''))
    await db.query('truncate device_log')
    const columns = 'at, device_id, scene_id, type, severity, source, program, text'
    const floor = await timed(() =>
      database.transaction(async (tx) => void (await tx.copy(`copy device_log (${columns}) from stdin`, copied))),
    )
    await database.close()
    const [each, bare] = [MESSAGES / ours, MESSAGES / floor].map((rate) => Math.round(rate * 1000))
    return { value: floor / ours, floor, note: `${each} a second against ${bare}` }
  },
  async after() {
    await product?.stop()
    product = undefined
  },
})

async function send(senders: Senders, intake: LogIntake, messages: readonly Buffer[]): Promise<void> {
  for (let from = 0; from < messages.length; from += GROUP) {
    for (const message of messages.slice(from, from + GROUP)) senders.take(message, '192.0.2.1')
    await turn()
    // a receiver that is faster than the store drops messages; here it waits, so that all are stored
    while (intake.waiting > 20_000) await turn()
  }
  await intake.drain()
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const seconds = () => Math.floor(Date.now() / 1000)

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
