import { expect, test } from 'vitest'
import { ucentralAp } from '../../device/ucentral-ap/driver.ts'
import { readRecordings } from '../../kit/play-recording.ts'

// every message of every device is decoded here: decoding must cost a fraction of parsing, half of it on an idle machine; the
// bound allows for a busy machine, not for a schema library
test('decoding a state costs about as much as parsing it, not a multiple', () => {
  const state = readRecordings(new URL('../../device/ucentral-ap/', import.meta.url)).get('state')?.[0]
  const text = JSON.stringify(state)
  const rounds = Array.from({ length: 8 }, () => {
    const parsing = timed(() => JSON.parse(text))
    return timed(() => ucentralAp.decode('state', state?.params ?? {})) / parsing
  })
  expect(Math.min(...rounds)).toBeLessThan(3)
})

function timed(work: () => unknown): number {
  const start = performance.now()
  for (let i = 0; i < 4000; i++) work()
  return performance.now() - start
}
