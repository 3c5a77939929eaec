import { expect, test } from 'vitest'
import { sendableFormer } from './former.ts'

const port = (more: object) => ({ 'select-ports': ['Ethernet0'], duplex: 'full', enabled: true, ...more })
const former = { ethernet: [port({})], interfaces: [] }
const sent = { ethernet: [port({ speed: 1000, enabled: false })], interfaces: [] }

test('what a switch did not report is taken from what it was sent; others return to what they had', async () => {
  const back = await sendableFormer('ucentral-switch', former, () => Promise.resolve(sent))
  expect(back).toEqual({ ethernet: [port({ speed: 1000 })], interfaces: [] })
  const unread = () => Promise.reject(new Error('nothing is read for them'))
  expect(await sendableFormer('ucentral-ap', former, unread)).toBe(former)
})
