import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { StartTrouble } from '../process/start-trouble.ts'
import { certificateFor, openKey, proveKey, publicHalf } from './key-pairs.ts'
import type { Issuer } from './make-certificate.ts'
import { replaceFile } from './write-files.ts'

export interface GatewayCertificate {
  /** PEM, the chain after it when there is one. */
  readonly certificate: string
  readonly key: string
}

const DAYS = 397
/** Renewed while a third of its life is left. */
const RENEW_BEFORE_MS = 132 * 86_400_000

/** Every name and address by which a device may connect; link-local ones need a zone, which a certificate cannot contain. */
function allNames(hostnames: readonly string[]): string[] {
  const local = Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses?.map(({ address }) => address) ?? [],
  )
  return [...new Set(['localhost', ...hostnames, ...local])].filter((name) => name && !/%|^fe80:/i.test(name)).sort()
}

/** The platform's own: signed by its CA, signed again with the same key before it expires or when it lacks a name. */
export async function ownGateway(
  dir: string,
  ca: Issuer,
  hostnames: readonly string[],
  now: number,
): Promise<GatewayCertificate> {
  const path = join(dir, 'gateway.pem')
  const there = await readFile(path, 'utf8').catch(() => '')
  await proveKey(dir, 'gateway', there)
  const key = await openKey(join(dir, 'gateway.key'), 'ec')
  const names = allNames(hostnames)
  if (there && isGood(there, key, names, now)) return { certificate: there, key: pemOf(key) }
  // a common name has at most 64 characters; clients verify the alternative names
  const name = (hostnames[0] ?? '').slice(0, 64) || 'localhost'
  const certificate = await certificateFor(
    { name, publicKey: publicHalf(key), kind: 'server', hostnames: names, now, days: DAYS },
    ca,
  )
  await replaceFile(path, certificate, 0o644)
  return { certificate, key: pemOf(key) }
}

const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }) as string

function isGood(certificate: string, key: KeyObject, names: readonly string[], now: number): boolean {
  const x509 = new X509Certificate(certificate)
  if (!x509.checkPrivateKey(key) || x509.validToDate.getTime() - now < RENEW_BEFORE_MS) return false
  const has = new Set((x509.subjectAltName ?? '').split(', '))
  return names.every((name) =>
    isIP(name) ? x509.checkIP(name) && (!isIPv4(name) || has.has(`DNS:${name}`)) : carries(x509, name),
  )
}

/** `*.example` is requested literally, because a wildcard would match other names. */
const carries = (x509: X509Certificate, name: string) =>
  name.startsWith('*.') ? (x509.subjectAltName ?? '').split(', ').includes(`DNS:${name}`) : x509.checkHost(name)

function belongTogether(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

/** The operator's: used unchanged. Throws when certificate and key do not match. */
export async function operatorsGateway(certificateFile: string, keyFile: string): Promise<GatewayCertificate> {
  const [certificate, key] = await Promise.all([readFile(certificateFile, 'utf8'), readFile(keyFile, 'utf8')])
  if (!belongTogether(certificate, key)) {
    throw new StartTrouble({
      zh: `${certificateFile} 与 ${keyFile} 不是一对 PEM 格式的证书与私钥`,
      en: `${certificateFile} and ${keyFile} are no certificate and key in PEM that belong together`,
    })
  }
  return { certificate, key }
}
