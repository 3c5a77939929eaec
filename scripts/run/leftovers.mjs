import { readdirSync, readFileSync } from 'node:fs'

/** Inherited by every process of this run, even if its parent has changed. */
const VARIABLE = 'BELVEDERE_RUN'
const PATIENCE_MS = 10_000
const LOOK_MS = 100

/** Processes that are started from now on carry the mark of this run. */
export function markRun() {
  process.env[VARIABLE] = `${process.pid}-${Date.now()}`
}

/** Ends the processes that the programs of this run left: servers, browsers, databases. Does nothing without /proc. */
export async function endLeftovers() {
  const asked = new Set()
  for (const end = Date.now() + PATIENCE_MS; ; await new Promise((resolve) => setTimeout(resolve, LOOK_MS))) {
    const left = marked()
    if (left.length === 0) return
    const late = Date.now() > end
    for (const pid of left) {
      if (late) send(pid, 'SIGKILL')
      else if (!asked.has(pid)) send(pid, 'SIGTERM')
      asked.add(pid)
    }
    if (late) return
  }
}

/** Processes of this run; this process is not found, because /proc shows the environment at its start. */
function marked() {
  const entry = `${VARIABLE}=${process.env[VARIABLE]}`
  return pids().filter((pid) => readIfThere(`/proc/${pid}/environ`).split('\0').includes(entry))
}

function pids() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function send(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // the process has ended in the meantime
  }
}
