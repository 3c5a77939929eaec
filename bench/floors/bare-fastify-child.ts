import { once } from 'node:events'
import fastify from 'fastify'
import { Access } from '@belvedere/server/kernel/access.ts'
import { openDatabase } from '@belvedere/server/kernel/db.ts'
import { listDevices } from '@belvedere/server/rooms/device/store.ts'

/** The SQL of the list on a bare server: no session, no permission, no pipeline. argv: database address, scene id. */
const [url = '', scene = ''] = process.argv.slice(2)
const db = openDatabase(url, 16)
const access = new Access({
  uid: 1,
  team_id: 1,
  is_admin: false,
  permissions: [],
  modes: new Map([[Number(scene), 0]]),
})
const app = fastify()
app.get('/', async (request) => {
  const { search } = request.query as { search?: string }
  return {
    code: 0,
    msg: 'OK',
    data: await listDevices(
      { db, access },
      { page: 1, limit: 50, orderby: 'name desc', ...(search ? { search } : {}) },
    ),
  }
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ port: (app.server.address() as { port: number }).port })
await once(process, 'disconnect')
process.exit(0)
