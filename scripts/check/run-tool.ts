import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Finding } from './finding.ts'
import { root } from './source.ts'

/** Runs a program of node_modules; if it fails, its output is the finding. */
export function runTool(name: string, ...args: string[]): Promise<{ findings: Finding[] }> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin', name), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (text: Buffer) => (output += String(text))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    child.on('close', (code) => resolve({ findings: code === 0 ? [] : linesOf(output) }))
  })
}

const linesOf = (output: string): Finding[] =>
  (output.trim() || 'failed without output')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => ({ path: '', text: line }))
