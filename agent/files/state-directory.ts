import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isObject } from '../loose.ts'
import { CommandRefusal } from '../refusal.ts'

/** Data of the enrolment, and data that one run keeps for the next. */
export interface AgentFile {
  serial: string
  server: string
  port: number
  /** Address for the renewal of an expired certificate; absent: enrolled by an older agent. */
  enrol_port?: number
  pin: string
  server_name?: string
  /** Ed25519 public key (PEM) that signs upgrades. */
  signing_key: string
  /** The kernel's boot id when the agent last ran. */
  boot_id?: string
  /** Reason for the next `connect`: reboot, upgrade, upgradefailed … */
  reason?: string
  /** Addresses that are pinged over a line, by name of the line; a line without an entry has the default ones. */
  line_targets?: Record<string, readonly string[]>
}

/**
 * The agent's folder: key.pem, cert.pem, cert.new.pem until its first connection, ca.pem, agent.json, and agent.mjs when
 * installed.
 */
export interface StateDirectory {
  readonly path: string
  readonly enrolled: boolean
  read(): AgentFile
  change(part: Partial<AgentFile>): void
  pem(name: 'key' | 'cert' | 'cert.new' | 'ca'): string
  /** Writes a file atomically, readable by its owner only. */
  put(name: string, content: string | Buffer): void
  file(name: string): string
}

export function usualDirectory(): string {
  return process.getuid?.() === 0 ? '/var/lib/belvedere-agent' : join(homedir(), '.belvedere-agent')
}

export function openDirectory(path: string): StateDirectory {
  const file = (name: string) => join(path, name)
  const put = (name: string, content: string | Buffer) => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const fresh = file(`.${name}.${process.pid}`)
    writeFileSync(fresh, content, { mode: 0o600 })
    chmodSync(fresh, 0o600)
    renameSync(fresh, file(name))
  }
  const read = () => agentFileOf(file('agent.json'))
  return {
    path,
    get enrolled() {
      return ['key.pem', 'cert.pem', 'ca.pem', 'agent.json'].every((name) => existsSync(file(name)))
    },
    read,
    change: (part) => put('agent.json', `${JSON.stringify({ ...read(), ...part }, null, 2)}\n`),
    pem: (name) => readFileSync(file(`${name}.pem`), 'utf8'),
    put,
    file,
  }
}

function agentFileOf(path: string): AgentFile {
  const wrong = new CommandRefusal(
    { zh: '{path} 缺失或损坏，请重新执行 enrol', en: '{path} is missing or damaged; run enrol again' },
    { path },
  )
  let read: unknown
  try {
    read = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw wrong
  }
  if (!isObject(read) || typeof read.serial !== 'string' || typeof read.server !== 'string') throw wrong
  if (typeof read.port !== 'number' || typeof read.pin !== 'string' || typeof read.signing_key !== 'string') throw wrong
  return read as unknown as AgentFile
}
