import { createSocket, type Socket } from 'node:dgram'
import { afterAll, expect, test } from 'vitest'
import { placeOf, SharedSockets } from './shared-sockets.ts'

const shared = new SharedSockets()
const peers: Socket[] = []
afterAll(() => {
  shared.close()
  for (const peer of peers) peer.close()
})

async function peer(answer: string): Promise<number> {
  const socket = createSocket('udp4')
  peers.push(socket)
  socket.on('message', (_, from) => socket.send(answer, from.port, from.address))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return socket.address().port
}

const ask = (port: number) => {
  const line = shared.module.createSocket('udp4')
  const heard = new Promise<string>((resolve) => line.on('message', (bytes: Buffer) => resolve(String(bytes))))
  line.send(Buffer.from('?'), 0, 1, port, '127.0.0.1', () => {})
  return { line, heard }
}

test('many sessions use one socket, and each gets its own responses', async () => {
  const ports = await Promise.all(['a', 'b', 'c'].map(peer))
  const request = ports.map(ask)
  expect(await Promise.all(request.map(({ heard }) => heard))).toEqual(['a', 'b', 'c'])
  expect(shared.size).toEqual({ sockets: 1, asking: 3 })
  for (const { line } of request) line.close()
  expect(shared.size.asking).toBe(0)
})

test('packets from other addresses are dropped', async () => {
  const [request, other] = [await peer('right'), await peer('wrong')]
  const { line, heard } = ask(request)
  const messages: string[] = []
  line.on('message', (bytes: Buffer) => messages.push(String(bytes)))
  peers.at(-1)?.send('wrong', shared.socketOf('udp4').address().port, '127.0.0.1')
  await heard
  const late = ask(other)
  await late.heard
  expect(messages).toEqual(['right'])
  line.close()
  late.line.close()
})

test('one address in all its notations', () => {
  expect(placeOf('2001:DB8:0:0::1', 161)).toBe(placeOf('2001:db8::1', 161))
  expect(placeOf('fe80::1%eth0', 161)).toBe(placeOf('fe80::1', 161))
})

test('a response that a session cannot read fails that session alone', async () => {
  const [bad, good] = [ask(await peer('x')), ask(await peer('fine'))]
  const failed = new Promise((resolve) => bad.line.on('error', resolve))
  bad.line.on('message', () => {
    throw new TypeError('no variable 98')
  })
  expect(await failed).toEqual(new TypeError('no variable 98'))
  expect(await good.heard).toBe('fine')
  bad.line.close()
  good.line.close()
})
