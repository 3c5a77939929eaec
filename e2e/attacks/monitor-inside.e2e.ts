import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { startProduct } from '../kit/product.ts'
import { same } from '../kit/same.ts'
import { foundSecondTeam } from '../kit/second-team.ts'
import { type Session, signIn } from '../kit/session.ts'
import { until } from '../kit/wait.ts'
import type { Proof } from '../proof.ts'

const PASSWORD = 'Journey-2026'

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
/** Networks of whoever runs the installation, and the rest of the world. */
const inside = ['10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', 'fd12::1', '203.0.113.7']

export const proof: Proof = {
  title:
    'A customer’s monitors reach neither the server itself nor its networks, written down by a call or kept from before',
  seconds: 60,
  async run(say) {
    let knocks = 0
    const secret = createServer((_, answer) => {
      knocks++
      answer.end('the keys of the house')
    })
    await new Promise<void>((resolve) => secret.listen(0, '0.0.0.0', resolve))
    const { port } = secret.address() as AddressInfo
    const product = await startProduct({ flags: ['--no-demo'] })
    try {
      const admin = await product.signIn()
      await foundSecondTeam(product.databaseUrl, 'tenant')
      const tenant = await signIn(product.url, 'tenant', PASSWORD)
      const tried = (await attack(tenant, port, [...never, ...inside])) + (await attack(admin, port, never))
      await keptFromBefore(product.databaseUrl, tenant, port)
      same('requests that reached the service inside', knocks, 0)
      say(
        `${tried} calls with ${never.length + inside.length} addresses and one monitor kept from before: none got through`,
      )
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-2000)}`, { cause: error })
    } finally {
      await product.close()
      secret.close()
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

/** A monitor that stands in the store, as one from before there was a rule: whoever asks it judges its address again. */
async function keptFromBefore(databaseUrl: string, tenant: Session, port: number): Promise<void> {
  const { id: scene_id } = await tenant.ask<{ id: number }>('POST scene', { name: 'Before' })
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    const { rows } = await db.query<{ id: number }>(
      `with d as (insert into device (serial, scene_id, type, type_set, name, family, claimed_at, created_at, updated_at, changed_by)
         values ('030000000001', $1, 7, true, 'old', 'http', 1, 1, 1, 'x') returning id),
       s as (insert into device_state (device_id, address) select id, '127.0.0.1' from d),
       t as (insert into monitored_device (device_id, kind, ip, monitor)
         select id, 'other', '127.0.0.1', jsonb_build_object('type', 'http', 'port', $2::int, 'interval', 10, 'misses', 1, 'timeout', 500) from d)
       select id from d`,
      [scene_id, port],
    )
    const fault = async () => {
      const { list } = await tenant.ask('GET device/other', { scene_id, ids: [rows[0]?.id], limit: 10 })
      return list[0]?.third?.fault
    }
    await until('the old monitor is refused', 40_000, async () => (await fault()) === 'not-allowed')
  } finally {
    await db.end()
  }
}
