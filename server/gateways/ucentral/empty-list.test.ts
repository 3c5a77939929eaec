import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { emptyList } from './empty-list.ts'

test('no list that ws gathers messages in holds one that was heard', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const lists: unknown[][] = []
  const heard: string[] = []
  server.on('connection', (socket) => {
    const receiver = (socket as unknown as { _receiver: { _fragments: unknown[] } })._receiver
    lists.push(receiver._fragments)
    socket.on('message', (data) => {
      heard.push(String(data))
      lists.push(receiver._fragments)
      emptyList(socket)
    })
  })
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await once(client, 'open')
  for (const text of ['first', 'second', 'third']) client.send(text)
  await expect.poll(() => heard).toEqual(['first', 'second', 'third'])
  client.terminate()
  server.close()
  expect(new Set(lists).size, 'a new list with each message').toBe(4)
  expect(lists.slice(1)).toEqual([[], [], []])
})
