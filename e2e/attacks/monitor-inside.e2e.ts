import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Product, type ProductHow, startProduct } from '../kit/product.ts'
import { same } from '../kit/same.ts'
import { foundSecondTeam } from '../kit/second-team.ts'
import { type Session, signIn } from '../kit/session.ts'
import { until } from '../kit/wait.ts'
import type { Proof } from '../proof.ts'

const PASSWORD = 'Journey-2026'
/** What the operator of the machine names for a while. */
const NAMED = '127.0.0.2'

/** The server itself in all its clothes, what hands out the keys of a cloud machine, what no host has. */
const never = [
  '127.0.0.1',
  '127.1.2.3',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '0.0.0.0',
  '0.0.0.1',
  '0177.0.0.1',
  '2130706433',
  '0x7f000001',
  'localhost',
  '169.254.169.254',
  '::ffff:169.254.169.254',
  'fd00:ec2::254',
  '100.100.100.200',
  '168.63.129.16',
  'fe80::1',
  '224.0.0.1',
  '255.255.255.255',
]
/** Networks of the operator, and the rest of the world. */
const inside = ['10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', 'fd12::1', '203.0.113.7']

export const proof: Proof = {
  title:
    'A customer’s monitors reach neither the server itself nor its networks, written down by a call or kept from before',
  seconds: 180,
  async run(say) {
    let knocks = 0
    const secret = createServer((_, answer) => {
      knocks++
      answer.end('the keys of the house')
    })
    await new Promise<void>((resolve) => secret.listen(0, '0.0.0.0', resolve))
    const { port } = secret.address() as AddressInfo
    const data = await mkdtemp(join(tmpdir(), 'belvedere-inside-'))
    try {
      const before = await allowed(data, port, () => knocks)
      knocks = 0
      const tried = await refused(data, port, before)
      same('requests that reached the service inside', knocks, 0)
      say(
        `${tried} calls with ${never.length + inside.length} addresses and one monitor kept from before: none got through`,
      )
    } finally {
      secret.close()
      await rm(data, { recursive: true, force: true })
    }
  },
}

/** Tries and keeps each address in each way; returns the number of calls. */
async function attack(session: Session, port: number, addresses: readonly string[]): Promise<number> {
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Attack' })
  const passed: string[] = []
  let calls = 0
  for (const ip of addresses) {
    for (const type of ['tcp', 'http'] as const) {
      const monitor = { type, port, timeout: 300 }
      const add = { scene_id, name: 'x', kind: 'other', ip, monitor }
      // the test of a monitor may be asked sixty times a minute, so that one way of two tries it
      const at = ['POST device/third/mod', ...(type === 'http' ? ['POST device/third/test'] : [])]
      for (const call of at) {
        calls++
        const { code } = await session.call(call, call.endsWith('test') ? { ip, monitor } : add)
        if (![10333, 10380, 10381].includes(code)) passed.push(`${call} ${type} ${ip}: ${code}`)
      }
    }
  }
  same('addresses that were let through', passed.join('\n'), '')
  return calls
}

/** A monitor of an address that the operator of the machine names, and that is asked. */
interface KeptMonitor {
  readonly scene_id: number
  readonly id: number
}

async function allowed(data: string, port: number, knocks: () => number): Promise<KeptMonitor> {
  return withProduct({ data, flags: ['--no-demo', '--monitor-networks', `${NAMED}/32`] }, async (product) => {
    await foundSecondTeam(product.databaseUrl, 'tenant')
    const tenant = await signIn(product.url, 'tenant', PASSWORD)
    const { id: scene_id } = await tenant.ask<{ id: number }>('POST scene', { name: 'Before' })
    const monitor = { type: 'http', port, interval: 10, misses: 1, timeout: 500 }
    const asked = { scene_id, name: 'old', kind: 'other', ip: NAMED, monitor }
    const { id } = await tenant.ask<{ id: number }>('POST device/third/mod', asked)
    await until('the monitor asks', 60_000, () => knocks() > 0)
    return { scene_id, id }
  })
}

/** The address is no longer listed: every call for the monitor checks its address again. Returns the number of calls. */
async function refused(data: string, port: number, { scene_id, id }: KeptMonitor): Promise<number> {
  return withProduct({ data, flags: ['--no-demo'] }, async (product) => {
    const admin = await product.signIn()
    const tenant = await signIn(product.url, 'tenant', PASSWORD)
    const tried = (await attack(tenant, port, [...never, ...inside])) + (await attack(admin, port, never))
    const fault = async () => {
      const { list } = await tenant.ask('GET device/other', { scene_id, ids: [id], limit: 10 })
      return list[0]?.third?.fault
    }
    await until('the old monitor is refused', 60_000, async () => (await fault()) === 'not-allowed')
    return tried
  })
}

async function withProduct<T>(how: ProductHow, work: (product: Product) => Promise<T>): Promise<T> {
  const product = await startProduct(how)
  try {
    return await work(product)
  } catch (error) {
    throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-2000)}`, { cause: error })
  } finally {
    await product.close()
  }
}
