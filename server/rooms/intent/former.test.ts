import { expect, test } from 'vitest'
import { sendableFormer } from './former.ts'

const port = (more: object) => ({ 'select-ports': ['Ethernet0'], duplex: 'full', enabled: true, ...more })
const former = { ethernet: [port({})], interfaces: [] }
const sent = { ethernet: [port({ speed: 1000, enabled: false })], interfaces: [] }

test('values that a switch did not report are taken from what it was sent; others return to their former configuration', async () => {
  const back = await sendableFormer('ucentral-switch', former, () => Promise.resolve(sent))
  expect(back).toEqual({ ethernet: [port({ speed: 1000 })], interfaces: [] })
  const unread = () => Promise.reject(new Error('nothing is read for them'))
  expect(await sendableFormer('ucentral-ap', former, unread)).toBe(former)
})
