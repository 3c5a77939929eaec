import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Bodies, bodyLimits } from './bodies.ts'

const MB = 1 << 20
let bodies: Bodies
beforeEach(() => {
  bodies = new Bodies()
})
afterEach(() => bodies.close())

/** A request with `length` announced bytes of which none has arrived. */
function request(length: number) {
  const socket = {
    bytesRead: 0,
    destroyed: false,
    writable: true,
    write() {},
    destroySoon: () => (socket.destroyed = true),
  }
  const raw = { headers: { 'content-length': String(length) }, complete: false, socket } as unknown as IncomingMessage
  return { raw, socket, reply: new EventEmitter() as unknown as ServerResponse }
}

function put(holder: string, length: number, who: 'stranger' | 'user' = 'user') {
  const one = request(length)
  const taken = bodies.take(one.raw, one.reply, { holder, who, most: length, held: length, stored: false })
  return { ...one, taken }
}

test('a user with too many uploads is refused; for an address without a session the oldest upload is aborted', () => {
  const users = Array.from({ length: bodyLimits.atOnce.user + 1 }, () => put('1', 100))
  expect(users.map(({ taken }) => taken)).toEqual([...Array(bodyLimits.atOnce.user).fill(true), false])
  expect(put('2', 100).taken).toBe(true)
  const strangers = Array.from({ length: bodyLimits.atOnce.stranger + 1 }, () => put('192.0.2.1', 100, 'stranger'))
  expect(strangers.every(({ taken }) => taken)).toBe(true)
  expect(strangers.map(({ socket }) => socket.destroyed).indexOf(true)).toBe(0)
  expect(strangers.filter(({ socket }) => socket.destroyed)).toHaveLength(1)
})

test('one user has few concurrent bodies that are streamed to disk', () => {
  const stored = () => {
    const { raw, reply } = request(1000)
    return bodies.take(raw, reply, { holder: '1', who: 'user', most: 1000, held: 0, stored: true })
  }
  expect([stored(), stored(), stored(), stored()]).toEqual([true, true, true, false])
  expect(put('1', 100).taken).toBe(true)
})

test('the holder of the most bytes is aborted in favour of smaller ones', () => {
  const greedy = Array.from({ length: 8 }, () => put('1', 32 * MB))
  expect(greedy.every(({ taken }) => taken)).toBe(true)
  expect(put('1', MB).taken).toBe(false)
  expect(put('2', 30 * MB).taken).toBe(true)
  expect(greedy.map(({ socket }) => socket.destroyed)).toEqual([true, ...Array(7).fill(false)])
})

test('the bytes of a body are released when its request is answered', () => {
  const all = Array.from({ length: 8 }, (_, n) => put(String(n), 32 * MB))
  expect(put('9', 32 * MB).taken).toBe(false)
  const [first] = all as [(typeof all)[number]]
  Object.assign(first.raw, { complete: true })
  first.reply.emit('close')
  expect(put('9', 32 * MB).taken).toBe(true)
})

test('stalled and slow bodies are aborted; a steady upload to disk is not', async () => {
  bodies.close()
  bodies = new Bodies({
    ...bodyLimits,
    stallMs: 800,
    storedStallMs: 5000,
    graceMs: 1500,
    totalMs: { stranger: 60_000, user: 60_000 },
  })
  const still = put('1', 1000)
  const drips = put('1', 100_000)
  const image = request(10 * MB)
  bodies.take(image.raw, image.reply, { holder: '1', who: 'user', most: 10 * MB, held: 1000, stored: true })
  const come = setInterval(() => {
    drips.socket.bytesRead += 1
    image.socket.bytesRead += 50_000
  }, 50)
  await expect.poll(() => still.socket.destroyed).toBe(true)
  await expect.poll(() => drips.socket.destroyed).toBe(true)
  clearInterval(come)
  expect(image.socket.destroyed).toBe(false)
})
