import { createSocket, type Socket } from 'node:dgram'
import snmp, { type Varbind } from 'net-snmp'
import { requestedNames, type SnmpAnswer } from '@belvedere/pure/protocol/snmp-message.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NoAnswer, PlainSession } from './plain-session.ts'
import { SharedSockets } from './shared-sockets.ts'

const sockets = new SharedSockets()
const open: Socket[] = []
let port = 0
let agent: { close(done?: () => void): void } | undefined

const scalars: [string, snmp.ObjectType, unknown][] = [
  ['1.3.6.1.2.1.1.1', snmp.ObjectType.OctetString, 'Depot switch, version 2.4.1'],
  ['1.3.6.1.2.1.1.2', snmp.ObjectType.OID, '1.3.6.1.4.1.4881.1.300000'],
  ['1.3.6.1.2.1.1.3', snmp.ObjectType.TimeTicks, 4_000_000_000],
  ['1.3.6.1.2.1.1.4', snmp.ObjectType.Integer, -2_147_483_648],
  ['1.3.6.1.2.1.1.5', snmp.ObjectType.Counter, 4_294_967_295],
  ['1.3.6.1.2.1.1.6', snmp.ObjectType.Gauge, 128],
  ['1.3.6.1.2.1.1.7', snmp.ObjectType.IpAddress, '10.255.0.1'],
  ['1.3.6.1.2.1.1.8', snmp.ObjectType.Counter64, Buffer.from('0000010203040506', 'hex')],
]

async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port: free } = socket.address()
  await new Promise<void>((resolve) => socket.close(resolve))
  return free
}

beforeAll(async () => {
  port = await freePort()
  const level = snmp.AccessControlModelType.None
  const made = snmp.createAgent(
    { port, address: '127.0.0.1', accessControlModelType: level, disableAuthorization: true } as never,
    () => {},
  )
  for (const [oid, type, value] of scalars) {
    const name = `v${oid.replaceAll('.', '-')}`
    made.registerProvider({ name, type: snmp.MibProviderType.Scalar, oid, scalarType: type, maxAccess: 2 } as never)
    made.getMib().setScalarValue(name, value as never)
  }
  agent = made
})

afterAll(() => {
  agent?.close()
  sockets.close()
  for (const socket of open) socket.close()
})

const session = (at: number, community = 'public', timeout = 2000) =>
  new PlainSession({ ip: '127.0.0.1', port: at, community, timeout, sockets })

const ask = (one: PlainSession, oids: string[], repeat?: number) =>
  new Promise<SnmpAnswer>((resolve, reject) =>
    one.ask(requestedNames(oids), repeat, (error, answer) => (error ? reject(error as Error) : resolve(answer))),
  )

/** The request as the library encodes it. */
function library(oids: string[], repeat?: number): Promise<Varbind[]> {
  const other = snmp.createSession('127.0.0.1', 'public', { port, version: snmp.Version2c })
  return new Promise<Varbind[]>((resolve, reject) => {
    const done = (error: unknown, got: unknown) => (error ? reject(error as Error) : resolve((got as Varbind[]).flat()))
    if (repeat === undefined) other.get(oids, done as never)
    else other.getBulk(oids, 0, repeat, done as never)
  }).finally(() => other.close())
}

function plainOf(one: Varbind): unknown {
  if (snmp.isVarbindError(one)) return null
  if (!Buffer.isBuffer(one.value)) return one.value
  return one.type === snmp.ObjectType.Counter64
    ? Number.parseInt(one.value.toString('hex'), 16)
    : one.value.toString('latin1')
}

test('decodes every type like the library', async () => {
  const oids = [...scalars.map(([oid]) => `${oid}.0`), '1.3.6.1.9.9.0']
  const one = session(port)
  const [ours, theirs] = [await ask(one, oids), await library(oids)]
  expect(ours.values).toEqual(theirs.map(plainOf))
  expect(ours.values.slice(0, 3)).toEqual(['Depot switch, version 2.4.1', '1.3.6.1.4.1.4881.1.300000', 4_000_000_000])
  const [bulk, walked] = [await ask(one, ['1.3.6.1.2.1.1'], 12), await library(['1.3.6.1.2.1.1'], 12)]
  expect(bulk.oids).toEqual(walked.map(({ oid }) => oid))
  expect(bulk.values).toEqual(walked.map(plainOf))
  one.close()
})

/** A device that responds to each request as the test says. */
async function device(answer: (question: Buffer, count: number) => Buffer | undefined): Promise<number> {
  const socket = createSocket('udp4')
  open.push(socket)
  let count = 0
  socket.on('message', (question, from) => {
    const bytes = answer(question, ++count)
    if (bytes) socket.send(bytes, from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return socket.address().port
}

/** The request changed into its own response. */
function echo(question: Buffer): Buffer {
  const answer = Buffer.from(question)
  answer[answer.indexOf(0xa0, 7)] = 0xa2
  return answer
}

const name = ['1.3.6.1.2.1.1.1.0']

test('repeats a request once, and then no more', async () => {
  let request = 0
  const late = await device((question, count) => (count > 1 ? echo(question) : undefined))
  expect((await ask(session(late, 'public', 100), name)).oids).toEqual(name)
  const silent = await device(() => void request++)
  await expect(ask(session(silent, 'public', 100), name)).rejects.toMatchObject({ fault: 'timeout' })
  expect(request).toBe(2)
})

test('a response to an earlier request is ignored', async () => {
  const earlier = (question: Buffer) => {
    const answer = echo(question)
    // the last byte of the request identifier: version and community precede it
    answer[answer.indexOf(0xa2, 7) + 7] = (answer[answer.indexOf(0xa2, 7) + 7] ?? 0) ^ 1
    return answer
  }
  const at = await device((question, count) => (count === 1 ? earlier(question) : echo(question)))
  expect((await ask(session(at, 'public', 100), name)).oids).toEqual(name)
})

test.each([
  ['of another community', (question: Buffer) => Buffer.from(echo(question)).fill('x', 7, 13), 'protocol'],
  ['with invalid encoding', () => Buffer.from('hello'), 'protocol'],
  [
    'with an error status',
    (question: Buffer) => {
      const answer = echo(question)
      answer[answer.indexOf(0xa2, 7) + 10] = 16
      return answer
    },
    'credentials',
  ],
])('a response %s is a fault', async (_, answer, fault) => {
  const at = await device(answer)
  const error = await ask(session(at), name).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(NoAnswer)
  expect(error).toMatchObject({ fault })
})

test('a closed session leaves no resources', async () => {
  const at = await device(() => undefined)
  const one = session(at)
  let heard = 0
  one.ask(requestedNames(name), undefined, () => void heard++)
  one.close()
  expect(sockets.size.asking).toBeLessThan(20)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(heard).toBe(0)
})
