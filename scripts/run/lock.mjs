import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { inCache } from './paths.mjs'

/** Lets one process at a time run `work`: a start and a test run at the same time must not install twice. */
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
  // a killed process leaves its lock
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
  // the file is empty between its creation and the first write
  if (!pid) return true
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
