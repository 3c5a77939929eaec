import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

// The minimum of a server before it is ready: it connects to the store and listens. argv: address of the store. Sends its port.

const [url = ''] = process.argv.slice(2)
const client = new pg.Client({ connectionString: url })
await client.connect()
await client.query('select 1')
const server = createServer((_, answer) => answer.end('ok')).listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port })
})
