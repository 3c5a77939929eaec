import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CommandVerb } from '../facts.ts'
import { scriptedCommitConfirm } from './commit-confirm.ts'

// The scripts run in a real shell, in a folder that looks like the file system of an access point.

let root = ''
const path = (name: string) => join(root, name)
const document = (uuid: number) => JSON.stringify({ uuid, unit: { name: `of ${uuid}` } })

/** As the client does when it is sent a document: it keeps the file, has it rendered, and links it. */
function configure(uuid: number): void {
  const file = path(`etc/ucentral/ucentral.cfg.${uuid}`)
  writeFileSync(file, document(uuid))
  execFileSync(path('usr/share/ucentral/ucentral.uc'), [file, '7'])
}

function put(name: string, script: string): void {
  writeFileSync(path(name), `#!/bin/sh\n${script}\n`)
  chmodSync(path(name), 0o755)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'belvedere-ap-'))
  for (const folder of ['etc/ucentral', 'etc/init.d', 'usr/share/ucentral', 'tmp'])
    mkdirSync(path(folder), { recursive: true })
  put(
    'usr/share/ucentral/ucentral.uc',
    `echo "$1" >>${root}/rendered; ln -sf "$1" ${root}/etc/ucentral/ucentral.active`,
  )
  put('etc/init.d/ucentral', `[ -e ${root}/tmp/ucentral.restart ] && echo $1 >>${root}/restarted`)
  configure(1_790_000_000)
  rmSync(path('rendered'))
})

afterEach(() => {
  const pid = spawnSync('cat', [path('tmp/belvedere/pid')])
    .stdout.toString()
    .trim()
  if (pid) spawnSync('kill', [pid])
  rmSync(root, { recursive: true, force: true })
})

const wireOf = (verb: CommandVerb, args: Record<string, unknown>) => {
  const wire = scriptedCommitConfirm[verb]?.(args)
  if (!wire || 'wrong' in wire) throw new Error(JSON.stringify(wire))
  return wire
}

/** What the driver reads of the answer the client would send. */
function say(verb: CommandVerb, args: Record<string, unknown> = {}) {
  const wire = wireOf(verb, args)
  const text = Buffer.from(String(wire.params.script), 'base64').toString()
  const moved = text.replaceAll(/(?<![\w$}])\/(etc|usr\/share|tmp)\//g, `${root}/$1/`)
  writeFileSync(path('tmp/script.cmd'), moved)
  const { status, stdout } = spawnSync('/bin/sh', [path('tmp/script.cmd')])
  return wire.read?.({ serial: '0c1111aa0001', uuid: 1, status: { error: status, result: stdout.toString() } })
}

const active = () => Number(readlinkSync(path('etc/ucentral/ucentral.active')).split('.').pop())
const lines = (name: string) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8').trim().split('\n') : [])

describe('a device whose client runs scripts', () => {
  test('returns by itself when it is not told to stay', async () => {
    expect(say('arm', { uuid: 1_790_000_300, seconds: 1 })).toEqual({ result: 0, msg: '' })
    configure(1_790_000_300)
    expect(active()).toBe(1_790_000_300)
    await expect.poll(() => lines('restarted'), { timeout: 8000 }).toEqual(['restart'])
    expect(active()).toBe(1_790_000_000)
    expect(existsSync(path('etc/ucentral/ucentral.cfg.1790000300'))).toBe(false)
    expect(say('confirm', { uuid: 1_790_000_300 })).toEqual({ result: 1, msg: 'not armed for this configuration' })
  }, 15_000)

  test('stays when it is told, and the second confirm is as good as the first', () => {
    say('arm', { uuid: 1_790_000_300, seconds: 60 })
    configure(1_790_000_300)
    expect(say('confirm', { uuid: 1_790_000_999 })).toMatchObject({ result: 1 })
    expect(say('confirm', { uuid: 1_790_000_300 })).toEqual({ result: 0, msg: '' })
    expect(say('confirm', { uuid: 1_790_000_300 })).toEqual({ result: 0, msg: '' })
    expect(existsSync(path('tmp/belvedere/pid'))).toBe(false)
    expect(active()).toBe(1_790_000_300)
  })

  test('a refused document is forgotten without anything being rendered again', async () => {
    say('arm', { uuid: 1_790_000_300, seconds: 1 })
    writeFileSync(path('etc/ucentral/ucentral.cfg.1790000300'), 'refused')
    await expect.poll(() => existsSync(path('etc/ucentral/ucentral.cfg.1790000300')), { timeout: 8000 }).toBe(false)
    expect([active(), lines('rendered'), lines('restarted')]).toEqual([1_790_000_000, [], []])
  }, 15_000)

  test('armed again before it was confirmed, it returns to what was confirmed last', async () => {
    say('arm', { uuid: 1_790_000_300, seconds: 60 })
    configure(1_790_000_300)
    expect(say('arm', { uuid: 1_790_000_400, seconds: 1 })).toEqual({ result: 0, msg: '' })
    configure(1_790_000_400)
    await expect.poll(() => active(), { timeout: 8000 }).toBe(1_790_000_000)
    expect(say('confirm', { uuid: 1_790_000_300 })).toMatchObject({ result: 1 })
  }, 15_000)

  test('tells what it runs, and says when it cannot', () => {
    expect(say('running')).toEqual({
      result: 0,
      msg: '',
      data: { uuid: 1_790_000_000, config: JSON.parse(document(1_790_000_000)) },
    })
    rmSync(path('etc/ucentral/ucentral.active'))
    expect(say('running')).toEqual({ result: 1, msg: 'no configuration is active' })
    symlinkSync(path('etc/ucentral/nothing'), path('etc/ucentral/ucentral.active'))
    expect(say('arm', { uuid: 1_790_000_300, seconds: 5 })).toEqual({ result: 1, msg: 'no configuration is active' })
  })
})

test('each says in its second line what it is, and fits a message', () => {
  const lineOf = (verb: CommandVerb, args = {}) => {
    const script = Buffer.from(String(wireOf(verb, args).params.script), 'base64').toString()
    expect(script.length).toBeLessThan(4096)
    return script.split('\n')[1]
  }
  expect(lineOf('arm', { uuid: 1_790_000_000, seconds: 120 })).toBe('# belvedere arm 1790000000 120')
  expect(lineOf('confirm', { uuid: 1_790_000_000 })).toBe('# belvedere confirm 1790000000')
  expect(lineOf('running')).toBe('# belvedere running')
})

test('nothing but whole numbers gets into a script', () => {
  const say = (verb: CommandVerb, args: Record<string, unknown>) => scriptedCommitConfirm[verb]?.(args)
  expect(say('arm', { uuid: '1; reboot', seconds: 60 })).toEqual({ wrong: 'uuid' })
  expect(say('arm', { uuid: 5, seconds: '$(reboot)' })).toEqual({ wrong: 'seconds' })
  expect(say('arm', { uuid: 5, seconds: 86_400 })).toEqual({ wrong: 'seconds' })
  expect(say('confirm', { uuid: 0 })).toEqual({ wrong: 'uuid' })
})
