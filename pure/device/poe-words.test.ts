import { expect, test } from 'vitest'
import { isPoeTrouble, poeWordsOf } from './poe-words.ts'

test('the same fault in any spelling has the same words', () => {
  for (const told of ['THERMAL_SHUTDOWN', 'Thermal Shutdown', 'thermal-shutdown'])
    expect(poeWordsOf(told)?.en).toBe('Too hot, shut down')
  expect(poeWordsOf('FAULT_OF_LATER')).toBeUndefined()
})

test('a device that was unplugged is no trouble, a port that gives too much is', () => {
  for (const told of ['', 'No Error', 'NO_ERROR', 'MPS_ABSENT', 'Delivering Power', 'Searching', 'DISABLED'])
    expect(isPoeTrouble(told), told).toBe(false)
  for (const told of ['OVERLOAD', 'SHORT', 'OTHER_FAULT', 'FAULT_OF_LATER']) expect(isPoeTrouble(told), told).toBe(true)
})
