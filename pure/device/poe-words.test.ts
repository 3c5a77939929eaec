import { expect, test } from 'vitest'
import { isPoeTrouble, poeWordsOf } from './poe-words.ts'

test('a fault in any spelling has the same description', () => {
  for (const reported of ['THERMAL_SHUTDOWN', 'Thermal Shutdown', 'thermal-shutdown'])
    expect(poeWordsOf(reported)?.en).toBe('Too hot, shut down')
  expect(poeWordsOf('FAULT_OF_LATER')).toBeUndefined()
})

test('an unplugged device is not a fault, an overload of a port is', () => {
  for (const reported of ['', 'No Error', 'NO_ERROR', 'MPS_ABSENT', 'Delivering Power', 'Searching', 'DISABLED'])
    expect(isPoeTrouble(reported), reported).toBe(false)
  for (const reported of ['OVERLOAD', 'SHORT', 'OTHER_FAULT', 'FAULT_OF_LATER'])
    expect(isPoeTrouble(reported), reported).toBe(true)
})
