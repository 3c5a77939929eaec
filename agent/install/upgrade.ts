import { type ChildProcess, spawn } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from '../files/backup.ts'
import { CommandRefusal } from '../refusal.ts'

/** Marks a new version that runs on trial; only that process gets it. */
export const trialMark = 'BELVEDERE_AGENT_TRIAL'
const trialMs = 60_000
export const largestPackage = 32 << 20

/** Throws unless the package is the announced one and is signed by the key received at enrolment (Ed25519, base64). */
export function checkPackage(content: Buffer, digest: unknown, signature: unknown, signingKey: string): void {
  if (typeof digest !== 'string' || digest.toLowerCase() !== sha256(content)) {
    throw new CommandRefusal({ zh: '升级包的 SHA-256 不符', en: 'The package does not have the announced SHA-256' })
  }
  const signed = typeof signature === 'string' ? Buffer.from(signature, 'base64') : Buffer.alloc(0)
  if (signed.length !== 64 || !verify(null, content, createPublicKey(signingKey), signed)) {
    throw new CommandRefusal({ zh: '升级包的签名无效', en: 'The signature of the package is not valid' })
  }
}

/** The file of the running agent, when it can be replaced by a package. */
export function ownFile(): string {
  const file = process.argv[1] ?? ''
  if (file.endsWith('.mjs') && existsSync(file)) return file
  throw new CommandRefusal({
    zh: '代理程序从源代码运行，不能这样升级',
    en: 'The agent runs from its source and cannot be upgraded this way',
  })
}

export function isSame(content: Buffer, file: string): boolean {
  return content.equals(readFileSync(file))
}

/**
 * Runs the package beside the running file and returns whether it reached the gateway within a minute. Only then does it replace
 * the running file, which is kept as `agent.previous.mjs`; a power loss at any time leaves a complete file.
 */
export async function tryAndSwap(
  content: Buffer,
  file: string,
  args: readonly string[],
  waitMs = trialMs,
): Promise<boolean> {
  const next = join(dirname(file), 'agent.next.mjs')
  writeFileSync(next, content, { mode: 0o700 })
  const reached = await runTrial(next, args, waitMs)
  if (!reached) {
    rmSync(next, { force: true })
    return false
  }
  copyFileSync(file, join(dirname(file), 'agent.previous.mjs'))
  renameSync(next, file)
  return true
}

async function runTrial(file: string, args: readonly string[], waitMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [trialMark]: '1' },
  })
  const reached = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), waitMs)
    const end = (good: boolean) => {
      clearTimeout(timer)
      resolve(good)
    }
    child.once('message', (message) => end(message === 'connected'))
    child.once('error', () => end(false))
    child.once('exit', () => end(false))
  })
  await stopTrial(child)
  return reached
}

function stopTrial(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
