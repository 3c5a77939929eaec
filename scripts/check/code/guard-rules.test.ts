import { expect, test } from 'vitest'
import { guardBreachesOf } from './guard-rules.ts'
import { parseSource } from '../source.ts'

const found = (text: string, path = 'server/gateways/x/listener.ts') => guardBreachesOf(parseSource(path, text)).length

test.each([
  `server.on('upgrade', (request, socket) => socket.end())`,
  `https.prependListener('upgrade', take)`,
  `reply.hijack()`,
  `sockets.handleUpgrade(request, socket, head, open)`,
  `file.pipe(reply)`,
  `import { createServer } from 'node:http'\nconst server = createServer(serve)`,
  `import { createServer as make } from 'node:https'\nkeep(make({}, serve))`,
  `import fastify from 'fastify'\nconst app = fastify({})`,
  `import { spawn } from 'node:child_process'\nconst child = spawn('ping', [])`,
  `import { connect } from 'node:net'\nconst socket = connect(80, host)`,
  `import { request as ask } from 'node:https'\nask(url).end()`,
  `import { createSocket } from 'node:dgram'\ncreateSocket('udp4').bind()`,
  `import { createReadStream } from 'node:fs'\nreply.send(createReadStream(path))`,
])('refused: %s', (text) => {
  expect(found(text)).toBe(1)
  expect(found(text, 'server/base/edge/guard-socket.ts')).toBe(0)
  expect(found(text, 'server/gateways/x/listener.test.ts')).toBe(0)
  expect(found(text, 'agent/remote/shell.ts')).toBe(0)
})

test.each([
  `onUpgrade(server, take, tell)`,
  `takeOver(reply)`,
  `import { createServer } from 'node:http'\nconst server = guardServer(createServer(serve))`,
  `import fastify from 'fastify'\nconst app = fastify({})\nguardServer(app.server)`,
  `import { spawn } from 'node:child_process'\nconst child = guardChild(spawn('ping', []))`,
  `import { connect } from 'node:net'\nconnect(80, host).once('error', end)`,
  `import { createReadStream } from 'node:fs'\nawait pipeline(createReadStream(path), reply)`,
  `import { connect } from '@nats-io/transport-node'\nawait connect({})`,
  `import type { Socket } from 'node:net'`,
])('taken: %s', (text) => expect(found(text)).toBe(0))
