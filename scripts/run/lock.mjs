import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { inCache } from './paths.mjs'

/** Lets one process at a time do `work`: a start and a test run at once must not install twice. */
export async function withLock(name, work) {
  const file = inCache(`${name}.lock`)
  while (!take(file)) await new Promise((resolve) => setTimeout(resolve, 300))
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  // who was killed left its lock behind
  if (!isThere(Number(readIfThere(file)))) rmSync(file, { force: true })
  return false
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function isThere(pid) {
  // between its making and its filling the file is empty
  if (!pid) return true
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
