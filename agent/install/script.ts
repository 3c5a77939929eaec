import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { number } from '../loose.ts'
import { CommandRefusal } from '../refusal.ts'
import { runTool } from '../host/run-tool.ts'

export interface ScriptResult {
  /** Exit status; 255 at the timeout. */
  error: number
  /** Standard output, then standard error. */
  output: string
}

const longestSeconds = 600
const largestScript = 512 * 1024
const largestOutput = 256 * 1024

/** Runs a shell script given as base64, as uCentral's `script` requires; time and output are bounded. */
export async function runScript(params: Record<string, unknown>): Promise<ScriptResult> {
  if (params.type !== 'shell')
    throw new CommandRefusal({ zh: '只支持 shell 脚本', en: 'Only scripts of type shell are supported' })
  const source = decoded(params.script)
  const seconds = Math.min(longestSeconds, Math.max(1, number(params.timeout) ?? 30))
  const folder = await mkdtemp(join(tmpdir(), 'belvedere-script-'))
  try {
    const file = join(folder, 'script')
    await writeFile(file, source, { mode: 0o700 })
    // A script that names its interpreter is executed directly. The folder may be mounted noexec, so all others are run by sh.
    const [tool, ...args] = source.subarray(0, 2).toString() === '#!' ? [file] : ['/bin/sh', file]
    const ran = await runTool(tool, args, { timeout: seconds * 1000, max: largestOutput, group: true, cwd: folder })
    const output = (ran.out + ran.err).slice(0, largestOutput)
    return { error: ran.timedOut ? 255 : ran.code < 0 ? 1 : ran.code, output }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function decoded(script: unknown): Buffer {
  const wrong = new CommandRefusal({ zh: '脚本不是有效的 base64', en: 'The script is not valid base64' })
  if (typeof script !== 'string' || script === '' || script.length > largestScript) throw wrong
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(script)) throw wrong
  return Buffer.from(script, 'base64')
}
