import { expect, test } from 'vitest'
import { type Doors, type ImageTransfer, chooseTransfer } from './transfer-rules.ts'

const ap: ImageTransfer[] = ['public', 'plain', 'local']
const old: ImageTransfer[] = ['public', 'plain']
const open: Doors = { public: 'open', plain: true }
const inside: Doors = { public: 'public_not_set', plain: true }
const closed: Doors = { public: 'public_untrusted', plain: false }

test.each<[string, ImageTransfer[], boolean, Doors, ImageTransfer | undefined, string[]]>([
  ['our agent', ['pinned'], false, closed, 'pinned', []],
  ['a public certificate goes first', ap, true, open, 'public', []],
  ['a signed image without TLS', ap, true, inside, 'plain', ['public_not_set']],
  ['an unsigned one by the device’s own certificates', ap, false, inside, 'local', ['public_not_set', 'unsigned']],
  ['no port', ap, true, closed, 'local', ['public_untrusted', 'plain_closed']],
  ['a switch and a signed image', old, true, inside, 'plain', ['public_not_set']],
  ['a switch and an unsigned one', old, false, inside, undefined, ['public_not_set', 'unsigned', 'no_local']],
  ['nothing is open', old, true, closed, undefined, ['public_untrusted', 'plain_closed', 'no_local']],
  ['a family that tells no way', [], true, open, undefined, ['unsigned', 'no_local']],
])('%s', (_, fetches, signed, doors, transfer, why) => {
  expect(chooseTransfer(fetches, signed, doors)).toEqual({ ...(transfer ? { way: transfer } : {}), why })
})
