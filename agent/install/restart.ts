import { spawn } from 'node:child_process'

// Node 18 and 20 have no execve.
const execve = (process as { execve?: (file: string, args: string[], env: NodeJS.ProcessEnv) => never }).execve

/**
 * Starts this program again from its file: by the service manager, by replacing this process, or as a child that it waits for.
 */
export function startOver(file: string, args: readonly string[]): void {
  if (isService()) process.exit(0)
  const whole = [...process.execArgv, file, ...args]
  if (execve) {
    process.removeAllListeners('warning')
    execve.call(process, process.execPath, [process.execPath, ...whole], process.env)
  }
  const child = spawn(process.execPath, whole, { stdio: 'inherit' })
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.removeAllListeners(name)
    process.on(name, () => child.kill(name))
  }
  child.once('error', () => process.exit(1))
  child.once('exit', (code) => process.exit(code ?? 1))
}

/** Started by systemd, whose unit restarts the program when it ends. */
export function isService(): boolean {
  return process.ppid === 1 && process.env.INVOCATION_ID !== undefined
}
