import { createServer } from 'node:http'
import pg from 'pg'

// The minimum of a server before it is ready: it connects to the store and listens. argv: address of the store, port.

const [url = '', port = ''] = process.argv.slice(2)
const client = new pg.Client({ connectionString: url })
await client.connect()
await client.query('select 1')
createServer((_, answer) => answer.end('ok')).listen(Number(port), '127.0.0.1')
