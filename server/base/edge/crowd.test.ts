import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { Crowd } from './crowd.ts'

function rig(bounds: ConstructorParameters<typeof Crowd>[0]) {
  const crowd = new Crowd(bounds)
  return {
    crowd,
    come(address: string) {
      const socket = Object.assign(new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() }), {
        remoteAddress: address,
      })
      crowd.enter(socket)
      return socket
    },
  }
}

const gone = (sockets: Duplex[]) => sockets.map(({ destroyed }) => destroyed)

test('the oldest idle connection of the same address is closed, none of others', () => {
  const { come, crowd } = rig({ idle: 3, each: 10, all: 100 })
  const other = come('192.0.2.2')
  const own = Array.from({ length: 3 }, () => come('192.0.2.1'))
  crowd.begin(own[0] as Duplex)
  own.push(come('192.0.2.1'), come('192.0.2.1'))
  expect(gone(own)).toEqual([false, true, false, false, false])
  expect(other.destroyed).toBe(false)
})

test('when all connections of an address are busy, the new one is refused', async () => {
  const { come, crowd } = rig({ idle: 3, each: 2, all: 100 })
  const busy = [come('2001:db8::1'), come('2001:db8::2')]
  for (const one of busy) crowd.begin(one)
  expect(come('2001:db8::3').destroyed).toBe(true)
  expect(come('2001:db8:0:1::3').destroyed).toBe(false)
  busy[0]?.destroy()
  await new Promise((resolve) => setImmediate(resolve))
  expect(come('2001:db8::3').destroyed).toBe(false)
})

test('when there are too many in all, an idle one of the address with the most is closed', () => {
  const { come } = rig({ idle: 10, each: 10, all: 4 })
  const many = Array.from({ length: 3 }, () => come('192.0.2.1'))
  const one = come('192.0.2.2')
  expect(come('192.0.2.3').destroyed).toBe(false)
  expect(gone([...many, one])).toEqual([true, false, false, false])
})
