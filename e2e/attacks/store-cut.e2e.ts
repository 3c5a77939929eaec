import pg from 'pg'
import { makeHost } from '../kit/hosts/linux-host.ts'
import { metric } from '../kit/metric.ts'
import { startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import { pause, until } from '../kit/wait.ts'
import type { Proof } from '../proof.ts'

const WITHIN = 30_000
/** How often all connections to the store are cut, and ms between. */
const CUTS = 12
const APART = 250
const OK = 0
const UNAVAILABLE = 10007

export const proof: Proof = {
  title: 'A store that is cut off is told from a store that refuses, whatever words an attacker puts into its errors',
  async run(say) {
    const product = await startProduct()
    const host = await makeHost()
    const db = new pg.Client({ connectionString: product.databaseUrl })
    try {
      const session = await product.signIn()
      const { id: scene_id } = await session.ask('POST scene', { name: 'Cut' })
      const { command } = await session.ask('POST device/enrol/token', { scene_id, name: 'Edge' })
      void host.paste(command)
      const device = async () => (await session.ask('GET device/all', { scene_id })).list[0]
      await until('the host is online', WITHIN, async () => (await device())?.online === 1)
      await host.kill()
      host.start('--interval', '1')
      const { id } = await device()

      await db.connect()
      const samples = async () =>
        (await db.query<{ n: number }>('select count(*)::int as n from telemetry_sample where device_id = $1', [id]))
          .rows[0]?.n ?? 0
      await until('it reports', WITHIN, async () => (await samples()) > 1)

      const codes = new Map<number, number>()
      let over = false
      const asking = Promise.all(
        Array.from({ length: 4 }, async (_, n) => {
          while (!over) {
            const { code } = await session.call(
              n % 2 ? 'GET scene' : 'PUT device',
              n % 2 ? {} : { id, name: `Cut ${n}` },
            )
            codes.set(code, (codes.get(code) ?? 0) + 1)
            await pause(5)
          }
        }),
      )
      let cut = 0
      for (let n = 0; n < CUTS; n++) {
        const { rowCount } = await db.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
        cut += rowCount ?? 0
        await pause(APART)
      }
      over = true
      await asking
      const before = await samples()
      await until('it reports again', WITHIN, async () => (await samples()) > before)
      say(`${cut} connections cut while ${[...codes].map(([code, count]) => `${count} × ${code}`).join(', ')}`)
      same(
        'codes',
        [...codes.keys()].filter((code) => code !== OK && code !== UNAVAILABLE),
        [],
      )
      same('reports given up', await metric(product, 'ingest_failed_total'), 0)

      // error texts of a client without a database, in every value that a caller can send
      const words = 'Connection terminated unexpectedly: timeout exceeded, closed, not queryable, after calling end'
      for (const name of [words.slice(0, 32), words.slice(24, 56)]) {
        const { code } = await session.call('POST scene', { name })
        same(`a scene named ${name}`, code, OK)
      }
      const wrong = await session.call('GET device/all', { scene_id, keyword: words, sort: words })
      holds(`told as it is: ${wrong.code}`, wrong.code !== UNAVAILABLE)
      holds('the process never ended', !product.heard.includes('the gateways died'))
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-3000)}`, { cause: error })
    } finally {
      await db.end().catch(() => {})
      await host.close()
      await product.close()
    }
  },
}
