import { expect, test } from 'vitest'
import { type EnrolCase, enrolVerdict, type EnrolVerdict } from './enrol-rules.ts'

const own: NonNullable<EnrolCase['device']> = {
  scene_id: 7,
  blocked: false,
  online: false,
  key_fingerprint: 'aa',
  key_issuer: 1,
}
const nobodys = { ...own, scene_id: null }

const cases: [what: string, device: EnrolCase['device'], verdict: EnrolVerdict, revoked?: string][] = [
  ['a number nobody has', null, 'take'],
  ['the same key again', { ...own, key_fingerprint: 'bb' }, 'take'],
  ['registered ahead, never dialled', { ...own, key_fingerprint: '', key_issuer: 0 }, 'take'],
  ['another key of a claimed device', own, 'waits'],
  ['another key of a connected device', { ...own, online: true }, 'waits'],
  ['a device of another scene', { ...own, scene_id: 8, key_fingerprint: 'bb' }, 'claimed'],
  ['a blocked device', { ...nobodys, blocked: true }, 'claimed'],
  ["a maker's device that nobody claimed", { ...nobodys, key_issuer: 3 }, 'held'],
  ['a host that nobody claimed, connected', { ...nobodys, online: true }, 'held'],
  ['a host that nobody claimed, away', nobodys, 'take'],
  ['a key that was let go of', null, 'revoked', 'released'],
  ['a key that gave way to another', own, 'revoked', 'replaced'],
  ['a key the owner rejected', own, 'rejected', 'rejected'],
]

test.each(cases)('%s', (_, device, verdict, revoked) => {
  expect(enrolVerdict({ device, revoked: revoked ?? null, scene_id: 7, fingerprint: 'bb' })).toBe(verdict)
})
