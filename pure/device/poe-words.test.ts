import { expect, test } from 'vitest'
import { isPoeTrouble, poeWordsOf } from './poe-words.ts'

test('the same fault in any spelling has the same words', () => {
  for (const reported of ['THERMAL_SHUTDOWN', 'Thermal Shutdown', 'thermal-shutdown'])
    expect(poeWordsOf(reported)?.en).toBe('Too hot, shut down')
  expect(poeWordsOf('FAULT_OF_LATER')).toBeUndefined()
})

test('a device that was unplugged is no trouble, a port that gives too much is', () => {
  for (const reported of ['', 'No Error', 'NO_ERROR', 'MPS_ABSENT', 'Delivering Power', 'Searching', 'DISABLED'])
    expect(isPoeTrouble(reported), reported).toBe(false)
  for (const reported of ['OVERLOAD', 'SHORT', 'OTHER_FAULT', 'FAULT_OF_LATER'])
    expect(isPoeTrouble(reported), reported).toBe(true)
})
