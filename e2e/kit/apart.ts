import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@belvedere/server/kernel/database/test-database.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { type DatabaseLine, startDatabaseLine } from './database-line.ts'
import { type Nats, startNats } from './nats.ts'
import { type Product, startProduct } from './product.ts'

/** An installation of several machines: an api, a worker and two gateways behind a balancer, over one database and one bus. */
export interface Apart {
  readonly api: Product
  readonly worker: Product
  readonly gateways: readonly [Product, Product]
  readonly balancer: Balancer
  readonly nats: Nats
  /** Between the processes and the database. */
  readonly database: DatabaseLine
  /** Reaches the database whatever becomes of the processes' line. */
  readonly databaseUrl: string
  /** Folder with the authority that simulated devices' certificates come from. */
  readonly caDir: string
  readonly heard: string
  close(): Promise<void>
}

/** Undefined when this machine has no nats-server. */
export async function startApart(
  flags: readonly string[] = [],
  env: (name: string) => Record<string, string> = () => ({}),
): Promise<Apart | undefined> {
  const nats: Nats | undefined = await startNats()
  if (!nats) return undefined
  const database = await testDatabase()
  const line = await startDatabaseLine(database.url)
  const data = await mkdtemp(join(tmpdir(), 'belvedere-apart-'))
  const started: Product[] = []
  const close = async () => {
    for (const { pid } of started) {
      try {
        if (pid) process.kill(pid, 'SIGCONT')
      } catch {
        // it was killed
      }
    }
    await Promise.all(started.map((product) => product.close()))
    await nats.end('SIGTERM')
    await line.close()
    await database.drop()
    await rm(data, { recursive: true, force: true })
  }
  const start = async (name: string, role: string) => {
    const roles = ['--database-url', line.url, '--nats-url', nats.url, '--roles', role]
    const product = await startProduct({ data, flags: [...flags, ...roles], env: env(name) })
    started.push(product)
    return product
  }
  try {
    const [api, worker, a, b] = await Promise.all([
      start('api', 'api'),
      start('worker', 'worker'),
      start('gateway-a', 'gateway'),
      start('gateway-b', 'gateway'),
    ])
    const balancer = await startBalancer([a.devicePort, b.devicePort])
    return {
      api,
      worker,
      gateways: [a, b],
      balancer,
      nats,
      database: line,
      databaseUrl: database.url,
      caDir: join(data, 'pki'),
      get heard() {
        return started.map(({ heard }) => heard.slice(-1500)).join('\n--\n')
      },
      async close() {
        await balancer.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
