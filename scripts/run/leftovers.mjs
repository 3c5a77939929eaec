import { readdirSync, readFileSync } from 'node:fs'

/** Inherited by every process of this run, whoever its parent is by then. */
const VARIABLE = 'BELVEDERE_RUN'
const PATIENCE_MS = 10_000
const LOOK_MS = 100

/** From here on what is started carries the mark of this run. */
export function markRun() {
  process.env[VARIABLE] = `${process.pid}-${Date.now()}`
}

/** Ends what the programs of this run left behind: servers, browsers, databases. Nothing where there is no /proc. */
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

/** Processes of this run; the result of the variable in our own environment is not seen there. */
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
    // it has gone meanwhile
  }
}
