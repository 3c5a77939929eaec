import { expect, test } from 'vitest'
import { delayOf, lossOf } from './line-quality.ts'

const gateway = { gateway: true, sent: 80, lost: 40, rtt_ms: 0.4 } as const
const near = { sent: 80, lost: 16, rtt_ms: 12 }
const far = { sent: 80, lost: 20, rtt_ms: 180 }

test.each([
  ['nothing is measured', [], undefined, undefined],
  ['the best address beyond the gateway decides', [gateway, near, far], 20, 12],
  ['a line that reaches one of them has no loss', [gateway, far, { sent: 80, lost: 0, rtt_ms: 9 }], 0, 9],
  ['the gateway alone', [gateway], 50, 0.4],
  ['no reply', [{ sent: 80, lost: 80 }], 100, undefined],
  ['nothing was sent beyond it', [gateway, { sent: 0, lost: 0 }], 50, 0.4],
])('%s', (_, probes, loss, delay) => {
  expect([lossOf(probes), delayOf(probes)]).toEqual([loss, delay])
})
