import { expect, test } from 'vitest'
import { TimerWheel } from './timer-wheel.ts'

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('runs due entries in order and once, also beyond one turn of the wheel', async () => {
  const wheel = new TimerWheel(5, 8)
  const ran: string[] = []
  const started = performance.now()
  const at: number[] = []
  for (const [name, wait] of [
    ['far', 130],
    ['near', 20],
    ['middle', 60],
  ] as const) {
    wheel.after(wait, () => {
      ran.push(name)
      at.push(performance.now() - started)
    })
  }
  await expect.poll(() => ran).toEqual(['near', 'middle', 'far'])
  expect(at[2]).toBeGreaterThanOrEqual(130)
  await sleep(60)
  expect(ran).toHaveLength(3)
  wheel.stop()
})

test('a cancelled one does not run, one set from within another does, and none after the stop', async () => {
  const wheel = new TimerWheel(5, 8)
  const ran: string[] = []
  wheel.after(20, () => ran.push('cancelled')).cancel()
  wheel.after(20, () => {
    ran.push('first')
    wheel.after(0, () => ran.push('second'))
  })
  await expect.poll(() => ran).toEqual(['first', 'second'])
  wheel.after(10, () => ran.push('late'))
  wheel.stop()
  await sleep(40)
  expect(ran).toEqual(['first', 'second'])
})

test('entries that are late after a busy time are run', async () => {
  const wheel = new TimerWheel(5, 8)
  let ran = 0
  for (let i = 0; i < 50; i++) wheel.after(i, () => ran++)
  const until = performance.now() + 120
  while (performance.now() < until);
  await expect.poll(() => ran).toBe(50)
  wheel.stop()
})
