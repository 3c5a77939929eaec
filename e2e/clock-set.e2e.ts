import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Product, startProduct } from './kit/product.ts'
import { holds } from './kit/same.ts'
import { makeClock, type SetClock, startPostgresBy } from './kit/set-clock.ts'
import { seconds, timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const DAY = 86_400
const MINUTE = 60
/** ms in which all jobs of every minute must have run; a machine that is busy takes its time. */
const WITHIN = 150_000

export const proof: Proof = {
  title: 'Scheduled jobs go on when the clock of the machine is set back and forward by hours and a day',
  seconds: 600,
  waits: true,
  async run(say) {
    const data = await mkdtemp(join(tmpdir(), 'belvedere-clock-'))
    const clock = await makeClock(data)
    if (!clock) {
      say('libfaketime is not installed: left out')
      return
    }
    await startPostgresBy(clock, data)
    const product = await startProduct({ data, env: clock.env })
    try {
      await goesOn(product, clock, say)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-3000)}`, { cause: error })
    } finally {
      await product.close()
      await rm(data, { recursive: true, force: true })
    }
  },
}

async function goesOn(product: Product, clock: SetClock, say: (line: string) => void): Promise<void> {
  const store = new pg.Pool({ connectionString: product.databaseUrl, max: 1 })
  const look = async () => {
    const { rows } = await store.query<{ name: string; runs: string; now: number }>(
      `select name, runs, extract(epoch from now())::float8 as now from job_schedule where period = 60`,
    )
    return { runs: new Map(rows.map(({ name, runs }) => [name, Number(runs)])), now: rows[0]?.now ?? 0 }
  }
  /** All jobs of every minute run once more; ms. */
  const runAgain = async (what: string) => {
    const before = (await look()).runs
    holds('there are such jobs', before.size > 0)
    return timed(
      what,
      WITHIN,
      async () => {
        const now = (await look()).runs
        return [...before].every(([name, runs]) => (now.get(name) ?? 0) > runs)
      },
      500,
    )
  }
  try {
    let offset = 0
    for (const [what, step] of [
      ['back 66 minutes', -66 * MINUTE],
      ['back a day', -DAY],
      ['forward a day', DAY],
      ['forward a day and a half', 1.5 * DAY],
    ] as const) {
      offset += step
      await clock.set(offset)
      const shows = async () => Math.abs((await look()).now - Date.now() / 1000 - offset) < 20
      await until('the database shows it', 20_000, shows)
      const took = await runAgain(`jobs run after ${what}`)
      say(`${what}: every minute's jobs ran within ${seconds(took)}`)
      holds('the server is ready', (await (await fetch(`${product.url}/readyz`)).text()) === 'ready\n')
    }
    holds('the log says that the clock was set', product.heard.includes('the clock of the database was set'))
  } finally {
    await store.end()
  }
}
