import { X509Certificate } from 'node:crypto'
import { agentServerName } from '@belvedere/contract/kit/agent-server-name.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { compressIpv6, parseIpv6 } from '@belvedere/pure/network/ipv6.ts'
import { publicHost } from '../../../base/settings/config.ts'
import { NobodyServes } from '../../../base/bus/bus.ts'
import { dialInPortSubject } from '../../../devices/gateway.ts'
import type { System } from '../../../kernel/implement.ts'

/** The names in the certificate of the gateway. */
export interface ShownCertificate {
  readonly x509: X509Certificate
  /** Names and addresses that devices connect to, each once. */
  readonly names: readonly string[]
}

export function shownCertificate({ pki }: Pick<System, 'pki'>): ShownCertificate {
  const x509 = new X509Certificate(pki.gatewayCert)
  const names = (x509.subjectAltName ?? '').split(', ').map((one) => plain(one.replace(/^(DNS|IP Address):/, '')))
  return { x509, names: [...new Set(names.filter((name) => name && name !== agentServerName))] }
}

/** OpenSSL prints IPv6 addresses in full length. */
function plain(name: string): string {
  const value = name.includes(':') ? parseIpv6(name) : undefined
  return value === undefined ? name : compressIpv6(value)
}

/**
 * Access points compare the address that they connect to with the common name and the DNS names of the certificate, one
 * label for `*`; they ignore its IP addresses.
 */
export function fitsName({ x509 }: ShownCertificate, host: string): boolean {
  const common = /^CN=(.*)$/m.exec(x509.subject ?? '')?.[1]
  const dns = [...(x509.subjectAltName ?? '').matchAll(/DNS:([^,\s]+)/g)].map(([, name = '']) => name)
  return [...(common ? [common] : []), ...dns].some(
    (name) => name === host || (name.startsWith('*.') && host.endsWith(name.slice(1))),
  )
}

/** The port for devices: the one that the gateway reports, else the setting. */
export async function devicePort({ bus, config }: System): Promise<number> {
  try {
    return await bus.request<number>(dialInPortSubject, {}, 2000)
  } catch (error) {
    if (error instanceof NobodyServes) return config['device-port']
    throw error
  }
}

/** Printed at start-up when the operator's certificate lacks the name that devices connect to. */
export function nameLines(system: Pick<System, 'pki' | 'config'>): Words[] {
  const host = publicHost(system.config)
  const shown = shownCertificate(system)
  if (!system.config['device-cert'] || fitsName(shown, host)) return []
  const names = shown.names.join(', ')
  return [
    {
      zh: `网关证书 ${system.config['device-cert']} 不含设备所用的名称 ${host}（证书含 ${names || '无'}）：请设置 --public-host`,
      en: `The gateway certificate ${system.config['device-cert']} does not carry ${host}, which devices dial (it has ${names || 'no names'}): set --public-host`,
    },
  ]
}
