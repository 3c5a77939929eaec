import { expect, test } from 'vitest'
import { readState, writeState } from './url-state.ts'

const defaults = { page: 1, limit: 20, search: '', online: '' }

test('values take the type of their default', () => {
  expect(readState({ page: '3', search: '0012', other: 'x' }, defaults)).toEqual({
    page: 3,
    limit: 20,
    search: '0012',
    online: '',
  })
  expect(readState({ page: 'x', limit: '' }, defaults)).toEqual(defaults)
})

test('defaults are left out of the address and foreign parts stay', () => {
  expect(writeState({ page: '3', MENU_BACK: '1' }, { page: 1, search: 'ap' }, defaults)).toEqual({
    MENU_BACK: '1',
    search: 'ap',
  })
})
