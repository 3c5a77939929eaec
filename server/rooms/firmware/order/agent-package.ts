import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { System } from '../../../kernel/implement.ts'

/** The agent that this server ships, built from its source at start. */
export const agentFile = join(import.meta.dirname, '../../../../agent/dist/agent.mjs')

export interface AgentPackage {
  /** Name in the file store: the SHA-256 of its bytes. */
  file: string
  sha256: string
  /** Ed25519 over the bytes, base64. */
  signature: string
}

let known: { mtime: number; made: AgentPackage } | undefined

/** The agent package for hosts with this agent, in the file store and signed. Undefined when this server ships none. */
export async function agentPackage({ files, pki }: System): Promise<AgentPackage | undefined> {
  const info = await stat(agentFile).catch(() => undefined)
  if (!info) return undefined
  if (known?.mtime === info.mtimeMs && (await files.has(known.made.file))) return known.made
  const bytes = await readFile(agentFile)
  const file = await files.put(bytes)
  const made = { file, sha256: createHash('sha256').update(bytes).digest('hex'), signature: pki.sign(bytes) }
  known = { mtime: info.mtimeMs, made }
  return made
}
