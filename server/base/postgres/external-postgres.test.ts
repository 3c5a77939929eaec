import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { requireFit } from './external-postgres.ts'
import { testDatabase } from '../../kernel/database/test-database.ts'

test('a PostgreSQL that did not answer in time is asked again before it counts as out of reach', async () => {
  const database = await testDatabase()
  const to = new URL(database.url)
  const folder = to.searchParams.get('host')
  const target = folder
    ? { path: `${folder}/.s.PGSQL.${to.port || 5432}` }
    : { host: to.hostname, port: Number(to.port || 5432) }
  const open: Socket[] = []
  let silent = 1
  const server = createServer((client) => {
    open.push(client)
    client.on('error', () => {})
    if (silent-- > 0) return
    const way = connect(target)
    open.push(way.on('error', () => {}))
    client.pipe(way).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  to.searchParams.delete('host')
  to.hostname = '127.0.0.1'
  to.port = String((server.address() as AddressInfo).port)
  const pool = new pg.Pool({ connectionString: to.href, connectionTimeoutMillis: 2000 })
  pool.on('error', () => {})
  await requireFit(pool)
  expect(open.length).toBeGreaterThan(1)
  await pool.end()
  for (const socket of open) socket.destroy()
  server.close()
  await database.drop()
})
