import { readText } from '../host/read-file.ts'

/** The name servers in use; the upstream servers when systemd-resolved runs a local stub. */
export async function readNameServers(): Promise<string[]> {
  const own = nameServersOf((await readText('/etc/resolv.conf', 65_536)) ?? '')
  if (own.length !== 1 || own[0] !== '127.0.0.53') return own
  const real = nameServersOf((await readText('/run/systemd/resolve/resolv.conf', 65_536)) ?? '')
  return real.length > 0 ? real : own
}

export function nameServersOf(file: string): string[] {
  const found = file.split('\n').map((line) => /^\s*nameserver\s+(\S{1,64})/.exec(line)?.[1])
  return found.filter((server) => server !== undefined).slice(0, 8)
}
