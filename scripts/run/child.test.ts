import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { isAlive, until } from '../../server/base/postgres/postmaster.ts'

const folder = mkdtempSync(join(tmpdir(), 'belvedere-run-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Code of a parent that runs `program` as run.mjs does. */
function parentOf(program: string, then = ''): string {
  const file = join(folder, `${Math.random()}.mjs`)
  writeFileSync(file, program)
  const runChild = pathToFileURL(join(import.meta.dirname, 'child.mjs')).href
  return `const { handleSignals, runChild } = await import('${runChild}')
    handleSignals(process.exit)
    process.exitCode = await runChild(process.execPath, ['${file}']).catch(({ code }) => code)
    ${then}`
}

/** Starts such a parent. The lines are those of both processes. */
function start(
  program: string,
  then = '',
): { parent: ChildProcess; line(): Promise<string>; ended: Promise<number | null> } {
  const code = parentOf(program, then)
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  const waiting: ((line: string) => void)[] = []
  parent.stdout.on('data', (text) => {
    for (const line of String(text).trim().split('\n')) (waiting.shift() ?? ((late) => lines.push(late)))(line)
  })
  return {
    parent,
    line: () => new Promise((resolve) => (lines.length ? resolve(lines.shift() ?? '') : waiting.push(resolve))),
    ended: new Promise((resolve) => parent.on('close', resolve)),
  }
}

const waits = `
  const beat = setInterval(() => {}, 1000)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { console.log(signal); clearInterval(beat); setTimeout(() => process.exit(7), 700) })
  console.log(process.pid)`

test('the exit code of the program is passed on', async () => {
  expect(await start('process.exit(5)').ended).toBe(5)
})

test('a signal is passed on once, even if it arrives several times at once', async () => {
  const { parent, line, ended } = start(waits)
  await line()
  parent.kill('SIGINT')
  expect(await line()).toBe('SIGINT')
  parent.kill('SIGINT')
  expect(await ended).toBe(7)
})

test('nothing is started after a signal', async () => {
  const { parent, line, ended } = start(
    waits,
    'await runChild(process.execPath, ["-e", "console.log(1)"]).catch(() => console.log("not begun"))',
  )
  await line()
  parent.kill('SIGTERM')
  expect([await line(), await line()]).toEqual(['SIGTERM', 'not begun'])
  await ended
})

/** A forked program inherits the options of its parent. */
test('a forked program answers its parent', async () => {
  const child = join(folder, 'answers.mjs')
  writeFileSync(child, `process.on('message', () => process.send('answer'))`)
  const asks = `import { fork } from 'node:child_process'
    const child = fork('${child}')
    child.on('message', (text) => { console.log(text); child.disconnect() })
    child.on('exit', (code) => console.log('ended', code))
    child.send('question')`
  const { line, ended } = start(asks)
  expect(await line()).toBe('answer')
  expect(await ended).toBe(0)
})

test('a forked program that does not listen ends when it is done', async () => {
  const child = join(folder, 'done.mjs')
  writeFileSync(child, `process.once('message', () => console.log('asked')); process.send('here')`)
  const asks = `import { fork } from 'node:child_process'
    const child = fork('${child}')
    child.on('message', () => child.send('question'))
    child.on('exit', (code) => console.log('ended', code))`
  const { line, ended } = start(asks)
  expect([await line(), await line()]).toEqual(['asked', 'ended 0'])
  expect(await ended).toBe(0)
})

/** npm's own shell is between npm and this process and may receive other signals. */
test.each(['npm alone', 'its process group'])(
  'the program shuts down cleanly when SIGTERM is sent to %s',
  async (whom) => {
    const home = mkdtempSync(join(folder, 'npm-'))
    writeFileSync(join(home, 'parent.mjs'), parentOf(waits))
    writeFileSync(join(home, 'package.json'), JSON.stringify({ scripts: { start: 'node parent.mjs' } }))
    const npm = spawn('npm', ['start', '--silent'], { cwd: home, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    npm.stdout.on('data', (text) => (said += text))
    expect(await until(async () => /\d+\n/.test(said), 30_000)).toBe(true)
    const program = Number(said)
    process.kill(whom === 'npm alone' ? (npm.pid as number) : -(npm.pid as number), 'SIGTERM')
    expect(await until(async () => !isAlive(program), 10_000)).toBe(true)
    expect(said.trim().split('\n').slice(1)).toEqual(['SIGTERM'])
  },
  60_000,
)

test('the program shuts down cleanly when its parent is killed', async () => {
  const { parent, line, ended } = start(waits)
  const pid = Number(await line())
  parent.kill('SIGKILL')
  expect(await line()).toBe('SIGTERM')
  await ended
  expect(await until(async () => !isAlive(pid), 2000)).toBe(true)
})
