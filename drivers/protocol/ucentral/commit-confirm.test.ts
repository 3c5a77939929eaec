import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openWrtPrograms } from '@belvedere/pure/device/device-shell.ts'
import type { CommandVerb } from '../../kit/facts.ts'
import { scriptedCommitConfirm } from './commit-confirm.ts'

/**
 * The scripts run in BusyBox ash, in a folder that looks like the file system of an access point, with exactly the programs of
 * OpenWrt's BusyBox. The client and its renderer are stubs with the same effect on files.
 */
const hasBusyBox = spawnSync('busybox', ['true']).status === 0

let root = ''
const path = (name: string) => join(root, name)
const document = (uuid: number) => JSON.stringify({ uuid, unit: { name: `of ${uuid}` } })
const [FIRST, SECOND, THIRD] = [1_790_000_000, 1_790_000_300, 1_790_000_400]

/** Like the client when it receives a document: it stores the file, has it rendered, and links it. */
function configure(uuid: number): void {
  const file = path(`etc/ucentral/ucentral.cfg.${uuid}`)
  writeFileSync(file, document(uuid))
  inShell(`${path('usr/share/ucentral/ucentral.uc')} ${file} 7`)
}

function put(name: string, script: string): void {
  writeFileSync(path(name), `#!${path('bin/ash')}\n${script}\n`)
  chmodSync(path(name), 0o755)
}

/** Only programs in the folder `bin` are found. */
const inShell = (line: string) =>
  spawnSync(path('bin/ash'), ['-c', line], { env: { PATH: path('bin') }, encoding: 'utf8' })

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'belvedere-ap-'))
  for (const folder of ['etc/ucentral', 'etc/init.d', 'etc/rc.d', 'usr/share/ucentral', 'tmp', 'bin'])
    mkdirSync(path(folder), { recursive: true })
  const busybox = spawnSync('which', ['busybox']).stdout.toString().trim()
  for (const name of openWrtPrograms) symlinkSync(busybox, path(`bin/${name}`))
  // Debian's BusyBox has no pgrep; processes of the machine are not the device's
  rmSync(path('bin/pgrep'))
  put('bin/pgrep', `[ -e ${root}/rendering ]`)
  put(
    'usr/share/ucentral/ucentral.uc',
    `echo "$1" >>${root}/rendered
[ ! -e ${root}/broken ] || exit 1
ln -sf "$1" ${root}/etc/ucentral/ucentral.active`,
  )
  // started without the mark, the client renders the newest document
  put(
    'etc/init.d/ucentral',
    `echo "$1" >>${root}/restarted
[ -e ${root}/tmp/ucentral.restart ] && exec rm ${root}/tmp/ucentral.restart
for f in ${root}/etc/ucentral/ucentral.cfg.*; do newest=$f; done
rm -f ${root}/broken
exec ${root}/usr/share/ucentral/ucentral.uc "$newest" 0`,
  )
  if (hasBusyBox) configure(FIRST)
  rmSync(path('rendered'), { force: true })
})

afterEach(async () => {
  // a timer without a state to restore ends by itself
  const { pid } = timer()
  rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  await vi.waitUntil(() => !isAlive(pid), wait)
})

const isAlive = (pid: string) => pid !== '' && existsSync(`/proc/${pid}`)
const timer = () => ({ pid: lines('tmp/belvedere/pid')[0] ?? '' })

const wireOf = (verb: CommandVerb, args: Record<string, unknown>) => {
  const wire = scriptedCommitConfirm[verb]?.(args)
  if (!wire || 'wrong' in wire) throw new Error(JSON.stringify(wire))
  return wire
}

/** The driver's result for the answer that the client would send. */
function say(verb: CommandVerb, args: Record<string, unknown> = {}) {
  const wire = wireOf(verb, args)
  const text = Buffer.from(String(wire.params.script), 'base64').toString()
  const moved = text.replaceAll(/(?<![\w$}])\/(etc|usr\/share|tmp)\//g, `${root}/$1/`)
  writeFileSync(path('tmp/script.cmd'), moved)
  const { status, stdout, stderr } = inShell(`. ${path('tmp/script.cmd')}`)
  expect(stderr).not.toMatch(/not found|syntax|invalid|illegal/i)
  return wire.read?.({ serial: '0c1111aa0001', uuid: 1, status: { error: status, result: stdout } })
}

const active = () => Number(readlinkSync(path('etc/ucentral/ucentral.active')).split('.').pop())
const lines = (name: string) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8').trim().split('\n') : [])
const well = { result: 0, msg: '' }
const returning = { result: 1, msg: 'the device is returning to its former configuration' }
const wait = { timeout: 20_000 }

test.runIf(!hasBusyBox)('BusyBox is not installed: the scripts were not tested as access points run them', () => {})

describe.runIf(hasBusyBox)('a device whose client runs scripts in BusyBox ash', { timeout: 60_000 }, () => {
  test('kill without a process succeeds there, which no script may rely on', () => {
    expect(inShell('kill -0 ""').status).toBe(0)
    expect(inShell('nohup true').status).toBe(127)
  })

  test('rolls back by itself when it is not confirmed', async () => {
    expect(say('arm', { uuid: SECOND, seconds: 1 })).toEqual(well)
    configure(SECOND)
    expect(active()).toBe(SECOND)
    await expect.poll(() => lines('restarted'), wait).toEqual(['restart'])
    expect(active()).toBe(FIRST)
    expect(existsSync(path(`etc/ucentral/ucentral.cfg.${SECOND}`))).toBe(false)
    expect(say('confirm', { uuid: SECOND })).toEqual({ result: 1, msg: 'not armed for this configuration' })
    // and again, with a separate timer
    expect(say('arm', { uuid: THIRD, seconds: 1 })).toEqual(well)
    configure(THIRD)
    await expect.poll(() => lines('restarted'), wait).toEqual(['restart', 'restart'])
    expect(active()).toBe(FIRST)
  })

  test('keeps the configuration when confirmed, and a second confirm has the same result', async () => {
    expect(say('arm', { uuid: SECOND, seconds: 60 })).toEqual(well)
    const { pid } = await started()
    configure(SECOND)
    expect(say('confirm', { uuid: 1_790_000_999 })).toMatchObject({ result: 1 })
    expect(say('confirm', { uuid: SECOND })).toEqual(well)
    expect(say('confirm', { uuid: SECOND })).toEqual(well)
    await expect.poll(() => isAlive(pid), wait).toBe(false)
    expect([active(), lines('restarted')]).toEqual([SECOND, []])
  })

  test('a refused document is removed without another rendering', async () => {
    say('arm', { uuid: SECOND, seconds: 1 })
    writeFileSync(path(`etc/ucentral/ucentral.cfg.${SECOND}`), 'refused')
    await expect.poll(() => existsSync(path(`etc/ucentral/ucentral.cfg.${SECOND}`)), wait).toBe(false)
    await expect.poll(() => existsSync(path('tmp/belvedere/returning')), wait).toBe(false)
    expect([active(), lines('rendered'), lines('restarted')]).toEqual([FIRST, [], []])
  })

  test('rebooted before the confirmation, it starts with the previous document', async () => {
    const hook = 'etc/rc.d/S95belvedere'
    say('arm', { uuid: SECOND, seconds: 60 })
    configure(SECOND)
    // a reboot clears the memory, and ends the timer
    const { pid } = await started()
    process.kill(Number(pid), 'SIGKILL')
    rmSync(path('tmp'), { recursive: true })
    mkdirSync(path('tmp'))
    expect(inShell(`${path(hook)} boot`)).toMatchObject({ status: 0, stderr: '' })
    inShell(path('etc/init.d/ucentral'))
    expect([active(), existsSync(path(`etc/ucentral/ucentral.cfg.${SECOND}`))]).toEqual([FIRST, false])
    expect([existsSync(path(hook)), lines('etc/ucentral/belvedere.kept')]).toEqual([false, []])
    // after the confirmation or the rollback, a reboot changes nothing
    say('arm', { uuid: SECOND, seconds: 60 })
    configure(SECOND)
    say('confirm', { uuid: SECOND })
    expect(existsSync(path(hook))).toBe(false)
    say('arm', { uuid: THIRD, seconds: 1 })
    configure(THIRD)
    expect(existsSync(path(hook))).toBe(true)
    await expect.poll(() => existsSync(path(hook)), wait).toBe(false)
    expect(active()).toBe(SECOND)
  })

  test('armed again before the confirmation, it rolls back to the last confirmed document', async () => {
    say('arm', { uuid: SECOND, seconds: 60 })
    configure(SECOND)
    expect(say('arm', { uuid: THIRD, seconds: 1 })).toEqual(well)
    configure(THIRD)
    await expect.poll(() => active(), wait).toBe(FIRST)
    expect(say('confirm', { uuid: SECOND })).toMatchObject({ result: 1 })
  })

  test('armed at once after the confirmation, one timer remains and keeps the new document', async () => {
    say('arm', { uuid: SECOND, seconds: 60 })
    const { pid } = await started()
    configure(SECOND)
    say('confirm', { uuid: SECOND })
    expect(say('arm', { uuid: THIRD, seconds: 1 })).toEqual(well)
    configure(THIRD)
    await expect.poll(() => lines('restarted'), wait).toEqual(['restart'])
    await expect.poll(() => isAlive(pid), wait).toBe(false)
    expect([active(), lines('restarted')]).toEqual([SECOND, ['restart']])
  })

  test('armed during a rollback, it reports that; the rollback continues', async () => {
    writeFileSync(path('rendering'), '')
    say('arm', { uuid: SECOND, seconds: 1 })
    configure(SECOND)
    const { pid } = await started()
    // killed during it: the former document is kept, the process to restore it has ended
    process.kill(Number(pid), 'SIGKILL')
    await expect.poll(() => isAlive(pid), wait).toBe(false)
    renameSync(path(`tmp/belvedere/armed.${SECOND}`), path('tmp/belvedere/returning'))
    rmSync(path('rendering'))
    expect(say('arm', { uuid: THIRD, seconds: 60 })).toEqual(returning)
    await expect.poll(() => lines('restarted'), wait).toEqual(['restart'])
    expect(active()).toBe(FIRST)
    expect(say('arm', { uuid: THIRD, seconds: 60 })).toEqual(well)
  })

  test('a killed timer is restarted by the next arm, and the last confirmed document is kept', async () => {
    say('arm', { uuid: SECOND, seconds: 600 })
    const { pid } = await started()
    configure(SECOND)
    process.kill(Number(pid), 'SIGKILL')
    await expect.poll(() => isAlive(pid), wait).toBe(false)
    // the process number belongs to another process by now
    writeFileSync(path('tmp/belvedere/pid'), `${process.pid}\n`)
    expect(say('arm', { uuid: THIRD, seconds: 1 })).toEqual(well)
    configure(THIRD)
    await expect.poll(() => active(), wait).toBe(FIRST)
    expect(isAlive(String(process.pid))).toBe(true)
  })

  test('the rollback waits for a running renderer', async () => {
    writeFileSync(path('rendering'), '')
    say('arm', { uuid: SECOND, seconds: 1 })
    configure(SECOND)
    await expect.poll(() => Number(lines('tmp/belvedere/deadline')[0]) + 2 < uptime(), wait).toBe(true)
    expect(active()).toBe(SECOND)
    rmSync(path('rendering'))
    await expect.poll(() => active(), wait).toBe(FIRST)
  })

  test('when the renderer fails, the client renders what it finds', async () => {
    say('arm', { uuid: SECOND, seconds: 1 })
    configure(SECOND)
    writeFileSync(path('broken'), '')
    await expect.poll(() => active(), wait).toBe(FIRST)
    expect(existsSync(path('tmp/ucentral.restart'))).toBe(false)
  })

  test('reports the active document, or why it cannot', () => {
    expect(say('running')).toEqual({
      result: 0,
      msg: '',
      data: { uuid: FIRST, config: JSON.parse(document(FIRST)) },
    })
    rmSync(path('etc/ucentral/ucentral.active'))
    expect(say('running')).toEqual({ result: 1, msg: 'no configuration is active' })
    symlinkSync(path('etc/ucentral/nothing'), path('etc/ucentral/ucentral.active'))
    expect(say('arm', { uuid: SECOND, seconds: 5 })).toEqual({ result: 1, msg: 'no configuration is active' })
    rmSync(path('usr/share/ucentral/ucentral.uc'))
    expect(say('arm', { uuid: SECOND, seconds: 5 })).toMatchObject({
      msg: 'this firmware does not apply configurations by ucentral.uc',
    })
  })
})

const uptime = () => Number(readFileSync('/proc/uptime', 'utf8').split('.')[0])

/** The timer writes its own process number. */
async function started(): Promise<{ pid: string }> {
  await expect.poll(() => isAlive(timer().pid), wait).toBe(true)
  return timer()
}

test('each states its purpose in its second line, and fits into a message', () => {
  const lineOf = (verb: CommandVerb, args = {}) => {
    const script = Buffer.from(String(wireOf(verb, args).params.script), 'base64').toString()
    expect(script.length).toBeLessThan(4096)
    return script.split('\n')[1]
  }
  expect(lineOf('arm', { uuid: 1_790_000_000, seconds: 120 })).toBe('# belvedere arm 1790000000 120')
  expect(lineOf('confirm', { uuid: 1_790_000_000 })).toBe('# belvedere confirm 1790000000')
  expect(lineOf('running')).toBe('# belvedere running')
})

test('only whole numbers can be inserted into a script', () => {
  const say = (verb: CommandVerb, args: Record<string, unknown>) => scriptedCommitConfirm[verb]?.(args)
  expect(say('arm', { uuid: '1; reboot', seconds: 60 })).toEqual({ wrong: 'uuid' })
  expect(say('arm', { uuid: 5, seconds: '$(reboot)' })).toEqual({ wrong: 'seconds' })
  expect(say('arm', { uuid: 5, seconds: 86_400 })).toEqual({ wrong: 'seconds' })
  expect(say('confirm', { uuid: 0 })).toEqual({ wrong: 'uuid' })
})
