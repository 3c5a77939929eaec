import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/** A bare server: `/?n=3` answers the rows of the third statement as JSON. Arguments: address of the store, statements as JSON. */
const [url, statements = '[]'] = process.argv.slice(2)
const texts = JSON.parse(statements) as { text: string; values: unknown[] }[]
const pool = new pg.Pool({ connectionString: url as string, max: 4 })

const server = createServer((request, answer) => {
  const n = Number(new URL(request.url ?? '/', 'http://floor').searchParams.get('n'))
  const query = texts[n]
  if (!query) return void answer.writeHead(404).end()
  void pool.query({ name: `f${n}`, ...query }).then(
    ({ rows }) => answer.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 0, data: rows })),
    (error: Error) => answer.writeHead(500).end(error.message),
  )
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
