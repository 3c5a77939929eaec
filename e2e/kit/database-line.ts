import { connect, createServer, type Socket } from 'node:net'

/** What lies between processes and their database: it can be cut, as a network is. */
export interface DatabaseLine {
  /** Reaches the database through it; for pg. */
  readonly url: string
  /** Nobody reaches the database any more: connections end, and new ones with them. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** `url` of a PostgreSQL on a socket of this machine or a port of it. */
export async function startDatabaseLine(url: string): Promise<DatabaseLine> {
  const to = new URL(url)
  const folder = to.searchParams.get('host')
  const target = folder
    ? { path: `${folder}/.s.PGSQL.${to.port || 5432}` }
    : { host: to.hostname, port: Number(to.port || 5432) }
  const open = new Set<Socket>()
  let whole = true
  const server = createServer((client) => {
    if (!whole) return void client.destroy()
    const database = connect(target)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one)
      one.setNoDelay(true)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.once('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const end = () => {
    for (const one of open) one.destroy()
  }
  const through = new URL(url)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String(port)
  return {
    url: through.href,
    cut() {
      whole = false
      end()
    },
    mend() {
      whole = true
    },
    async close() {
      end()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
