import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWrtPrograms } from '@belvedere/pure/device/device-shell.ts'
import { ucentralAp } from './driver.ts'

const busybox = spawnSync('which', ['busybox']).stdout.toString().trim()
let bin = ''

beforeAll(() => {
  bin = mkdtempSync(join(tmpdir(), 'belvedere-bin-'))
  for (const name of openWrtPrograms) symlinkSync(busybox, join(bin, name))
})
afterAll(() => rmSync(bin, { recursive: true, force: true }))

/** Whether a socket may be opened depends on the machine; the arguments of the programs are ours. */
test.runIf(busybox)('BusyBox ash and its programs accept the scripts of ping and trace', () => {
  const can = { verbs: ['ping', 'trace'], capabilities: {} } as never
  for (const [verb, said] of [
    ['ping', /PING|permission/],
    ['trace', /traceroute to|permission/],
  ] as const) {
    const wire = ucentralAp.protocol.encode({ verb, args: { host: '127.0.0.1', count: 1 } }, can)
    const script = Buffer.from(
      String((wire as unknown as { params: { script: string } }).params.script),
      'base64',
    ).toString()
    const { stdout } = spawnSync(join(bin, 'ash'), ['-c', script], { env: { PATH: bin }, encoding: 'utf8' })
    expect(stdout).toMatch(said)
    expect(stdout).not.toMatch(/not found|invalid|unrecognized/)
  }
})
