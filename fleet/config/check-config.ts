import type { NetNode } from '../model/network.ts'

export type LooseDocument = Record<string, unknown>

export const objectOf = (value: unknown): LooseDocument =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LooseDocument) : {}
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The agent's check: an unknown interface, or an invalid address, makes it refuse the whole document. */
export function checkLinuxConfig(node: NetNode, config: LooseDocument): { parameter: string; reason: string }[] {
  return listOf(config.interfaces).flatMap((value, i) => {
    const { name: own, ethernet, ipv4 } = objectOf(value)
    const { addressing, subnet } = objectOf(ipv4)
    const ports = listOf(ethernet).flatMap((entry) => listOf(objectOf(entry)['select-ports']))
    const unknown = (ports.length > 0 ? ports : [own]).filter((name) => !node.ports.has(String(name)))
    return [
      ...(ports.length > 1
        ? [{ parameter: `/interfaces/${i}/ethernet`, reason: 'A network takes one interface of the host' }]
        : []),
      ...unknown.map((name) => ({
        parameter: `/interfaces/${i}/ethernet`,
        reason: `There is no interface ${String(name)}`,
      })),
      ...(addressing === 'static' && !isCidr(subnet)
        ? [{ parameter: `/interfaces/${i}/ipv4/subnet`, reason: 'This is not an IPv4 address with its prefix length' }]
        : []),
    ]
  })
}

function isCidr(value: unknown): boolean {
  const [, address = '', prefix] = /^([\d.]+)\/(\d{1,2})$/.exec(String(value)) ?? []
  const octets = address.split('.')
  return octets.length === 4 && octets.every((octet) => octet !== '' && Number(octet) <= 255) && Number(prefix) <= 32
}

/** The device's ports in a `select-ports` list; `*` at the end matches any suffix. */
export function matchPorts(node: NetNode, patterns: readonly unknown[]): string[] {
  const names = [...node.ports.keys()]
  return patterns.flatMap((pattern) => {
    if (typeof pattern !== 'string') return []
    return pattern.endsWith('*')
      ? names.filter((name) => name.startsWith(pattern.slice(0, -1)))
      : names.filter((name) => name === pattern)
  })
}
