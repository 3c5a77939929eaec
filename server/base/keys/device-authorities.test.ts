import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { authorityLines, describeAuthorities, readDeviceAuthorities } from './device-authorities.ts'
import { MakerPki } from './test-maker-pki.ts'

const dir = mkdtempSync(join(tmpdir(), 'belvedere-maker-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const pki = new MakerPki(dir)
const { root, issuing } = pki.authorities()
const unrelated = pki.authorities('Other')
const old = pki.make('Old Root CA', { kind: 'ca', days: [-30, -1] })
const belowOld = pki.make('Below Old CA', { kind: 'ca', by: old })
const early = pki.make('Early CA', { kind: 'ca', days: [5, 50] })
const device = pki.make('0c1111aa0001', { kind: 'client', by: issuing })
const sameName = pki.make('Maker Root CA', { kind: 'ca' })

const statesOf = async (...files: string[]) => {
  const { all, trusted } = describeAuthorities(await readDeviceAuthorities(files), Date.now())
  return { states: all.map(({ state }) => state), trusted: trusted.length }
}

test.each([
  ['root alone', [root], ['root'], 1],
  ['issuing authority alone', [issuing], ['partial'], 1],
  ['both', [root, issuing], ['root', 'complete'], 2],
  ['both, in the other order', [issuing, root], ['complete', 'root'], 2],
  ['one twice', [root, root], ['root'], 1],
  ['an unrelated root', [issuing, unrelated.root], ['partial', 'root'], 2],
  ['a root of the same name', [issuing, sameName], ['partial', 'root'], 2],
  ['one that is over', [old], ['expired'], 0],
  ['one that is over, above one that is not', [old, belowOld], ['expired', 'partial'], 1],
  ['one that does not count yet', [early], ['early'], 0],
  ['the certificate of a device', [issuing, device], ['partial', 'leaf'], 1],
])('%s', async (name, pairs, states, trusted) => {
  expect(await statesOf(pki.file(`${name}.pem`, ...pairs))).toEqual({ states, trusted })
})

test('in several files they are as in one', async () => {
  expect(await statesOf(issuing.certificateFile, root.certificateFile)).toEqual({
    states: ['complete', 'root'],
    trusted: 2,
  })
})

test('start-up prints the chain and its expiry', async () => {
  const [line] = authorityLines(describeAuthorities(await readDeviceAuthorities([issuing.certificateFile]), Date.now()))
  const day = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 4)
  expect(line?.en).toContain('CN=Maker Issuing CA')
  expect(line?.en).toContain('root is in none of the files')
  expect(line?.en).toContain(`until ${day}`)
  const both = describeAuthorities(await readDeviceAuthorities([pki.file('two.pem', issuing, root)]), Date.now())
  expect(authorityLines(both)[0]?.zh).toMatch(/Maker Issuing CA.*→.*Maker Root CA.*证书链完整/)
})

test('an unreadable file is named', async () => {
  const broken = join(dir, 'broken.pem')
  writeFileSync(broken, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
  await expect(readDeviceAuthorities([broken])).rejects.toThrow(/broken\.pem/)
})
