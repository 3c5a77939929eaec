import { expect, test } from 'vitest'
import { readPasted } from './pasted-addresses.ts'

test.each([
  ['8.8.8.8\n1.1.1.1', ['8.8.8.8', '1.1.1.1'], []],
  [' 8.8.8.8, 8.8.8.8；2001:db8::1 ', ['8.8.8.8', '2001:db8::1'], []],
  ['fe80::1%eth0\t256.1.1.1', ['fe80::1%eth0'], ['256.1.1.1']],
  [' \n ', [], []],
])('%j', (text, addresses, wrong) => expect(readPasted(text)).toEqual({ addresses, wrong }))
