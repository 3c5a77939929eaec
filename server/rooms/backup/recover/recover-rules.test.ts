import { expect, test } from 'vitest'
import { problemsOf, type Recoverable, returnOf, standing } from './recover-rules.ts'

const host: Recoverable = {
  format: 'archive',
  complete: true,
  model: 'Debian',
  firmware: '12',
  model_now: 'Debian',
  firmware_now: '12',
  online: true,
  verbs: ['backup', 'restore'],
  unknown: false,
}
const ap: Recoverable = { ...host, format: 'document', verbs: ['running', 'configure'] }

test.each<[string, Recoverable, Parameters<typeof problemsOf>[1], string[]]>([
  ['nothing is wrong with a host', host, undefined, []],
  ['nothing is wrong with an access point', ap, undefined, []],
  ['it never arrived whole', { ...host, complete: false }, undefined, ['incomplete!']],
  ['it is damaged', host, 'damaged', ['damaged!']],
  ['it wants to write elsewhere', host, 'hostile', ['hostile!']],
  ['keys were left out', host, 'noKeys', ['noKeys']],
  ['nobody is there', { ...ap, online: false }, undefined, ['offline!']],
  ['nobody knows what a switch runs', { ...ap, verbs: ['configure'], unknown: true }, undefined, ['unknown!']],
  ['the device can neither', { ...ap, verbs: ['reboot'] }, undefined, ['unable!']],
  ['a document for a host', { ...host, format: 'document' }, undefined, ['otherKind!']],
  ['an archive for an access point', { ...ap, format: 'archive' }, undefined, ['otherKind!']],
  ['a host that runs documents too takes archives', { ...host, verbs: [...host.verbs, ...ap.verbs] }, undefined, []],
  ['another model', { ...ap, model_now: 'B' }, undefined, ['otherModel!']],
  ['another firmware', { ...ap, firmware_now: '13' }, undefined, ['otherFirmware']],
  ['a model nobody told', { ...ap, model: '', firmware: '' }, undefined, []],
])('%s', (_, one, finding, found) => {
  const problems = problemsOf(one, finding)
  expect(problems.map(({ id, may }) => `${id}${may ? '' : '!'}`)).toEqual(found)
  expect(standing(problems, true).map(({ id }) => `${id}!`)).toEqual(found.filter((one) => one.endsWith('!')))
})

test('who rolls it back', () => {
  expect(returnOf(host)).toBe('none')
  expect(returnOf(ap)).toBe('gateway')
  expect(returnOf({ ...host, verbs: [...host.verbs, 'arm', 'confirm'] })).toBe('device')
})
