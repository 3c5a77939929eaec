// the certificate library's container requires this import before it
import 'reflect-metadata'
import {
  createECDH,
  createHash,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  X509Certificate as NodeCertificate,
} from 'node:crypto'
import { access, constants, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExtendedKeyUsageExtension, X509Certificate, X509CertificateGenerator } from '@peculiar/x509'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const clientAuthentication = '1.3.6.1.5.5.7.3.2'
const day = 86_400_000
/** Validity like that of certificates that our own authority signs for real devices; renewed when a third of it is left. */
const days = { life: 90, renewed: 30 }

/** The credentials of the devices of one process: a certificate for each, all with the same key. PEM texts. */
export interface DeviceCertificates {
  key: string
  /** The authority of the gateway's own certificate; absent when the folder has no `ca.pem`. */
  ca?: string
  /** By serial number. */
  certificates: Map<string, string>
}

/**
 * Client certificates (CN = serial) of the simulated devices' authority in `caDir` (`simulated-ca.pem`, `simulated-ca.key`,
 * `ca.pem`). They are stored in this folder, or in the temporary folder when it is not writable, because signing ten thousand
 * takes longer than connecting them. They are renewed before they expire. Throws an error with words for people when the folder
 * is not usable. `now`: milliseconds.
 */
export async function issueDeviceCertificates(
  caDir: string,
  serials: readonly string[],
  now = Date.now(),
): Promise<DeviceCertificates> {
  const authority = await readAuthority(caDir)
  const store = await openStore(caDir, authority, now)
  const missing = serials.filter((serial) => !store.certificates.has(serial))
  if (missing.length > 0) await issueAll(store, authority, missing, now)
  const certificates = new Map(serials.map((serial) => [serial, store.certificates.get(serial) as string]))
  const ca = await readFile(join(caDir, 'ca.pem'), 'utf8').catch(() => undefined)
  return { key: store.key, ca, certificates }
}

/** Renews the certificates of devices that run for longer than their validity; updates the same map. */
export async function renewDeviceCertificates(
  caDir: string,
  { certificates }: DeviceCertificates,
  now = Date.now(),
): Promise<void> {
  const fresh = await issueDeviceCertificates(caDir, [...certificates.keys()], now)
  for (const [serial, certificate] of fresh.certificates) certificates.set(serial, certificate)
}

interface CertificateAuthority {
  pem: string
  certificate: X509Certificate
  key: CryptoKey
  /** The authority's private key, PKCS 8. */
  der: Buffer
}

/** There is no private key to sign certificates. */
export class NoAuthority extends Error {}

async function readAuthority(caDir: string): Promise<CertificateAuthority> {
  const read = (name: string) =>
    readFile(join(caDir, name), 'utf8').catch((problem: NodeJS.ErrnoException) => {
      throw new NoAuthority(
        `${join(caDir, name)} cannot be read (${problem.code}); --ca-dir names the folder with simulated-ca.pem and simulated-ca.key`,
      )
    })
  // one after the other: of two missing files the first is named
  const pem = await read('simulated-ca.pem')
  const keyPem = await read('simulated-ca.key')
  // through node:crypto, which accepts both SEC 1 and PKCS 8 keys
  const der = createPrivateKey(keyPem).export({ type: 'pkcs8', format: 'der' })
  const key = await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  return { pem, certificate: new X509Certificate(pem), key, der }
}

interface CertificateFiles {
  file: string
  key: string
  /** Expiry of the first of them, milliseconds. */
  until: number
  certificates: Map<string, string>
}

// the name of the folder contains the authority: a new authority never gets certificates of an old one
async function openStore(caDir: string, authority: CertificateAuthority, now: number): Promise<CertificateFiles> {
  const name = `fleet-${createHash('sha256').update(new NodeCertificate(authority.pem).raw).digest('hex').slice(0, 16)}`
  const folder = (await writable(caDir)) ? join(caDir, name) : join(tmpdir(), `belvedere-${name}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'certificates.json')
  const kept = await readFile(file, 'utf8').then(parseStore, () => undefined)
  const none = { until: Number.POSITIVE_INFINITY, certificates: new Map<string, string>() }
  if (!kept) return { file, key: keyFrom(authority.der), ...none }
  // a renewal is useless when the authority expires at the same time
  const old = kept.until < Math.min(now + days.renewed * day, authority.certificate.notAfter.getTime())
  // the key stays: the server identifies the devices by it
  return { file, ...kept, ...(old ? none : {}) }
}

const writable = (folder: string) =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )

function parseStore(text: string): Omit<CertificateFiles, 'file'> | undefined {
  try {
    const { key, until, certificates } = JSON.parse(text) as {
      key: string
      until: number
      certificates: Record<string, string>
    }
    return { key, until, certificates: new Map(Object.entries(certificates)) }
  } catch {
    return undefined
  }
}

/**
 * The key of all devices of an authority, PKCS 8 PEM: derived from the authority's own key, so that fleets that start at the same
 * time, or have lost their folder, use the same one.
 */
function keyFrom(authority: Buffer): string {
  for (let n = 0; ; n++) {
    const scalar = Buffer.from(hkdfSync('sha256', authority, '', `belvedere simulated devices ${n}`, 32))
    try {
      const pair = createECDH('prime256v1')
      pair.setPrivateKey(scalar)
      const point = pair.getPublicKey()
      const part = (from: number, to: number) => point.subarray(from, to).toString('base64url')
      const jwk = { kty: 'EC', crv: 'P-256', d: scalar.toString('base64url'), x: part(1, 33), y: part(33, 65) }
      return createPrivateKey({ format: 'jwk', key: jwk }).export({ type: 'pkcs8', format: 'pem' }) as string
    } catch {
      // with a probability of one in four thousand million the number is not below the order of the curve
    }
  }
}

async function issueAll(
  store: CertificateFiles,
  authority: CertificateAuthority,
  serials: string[],
  now: number,
): Promise<void> {
  const notBefore = new Date(now - day)
  const notAfter = new Date(Math.min(now + days.life * day, authority.certificate.notAfter.getTime()))
  const publicKey = await publicKeyOf(store.key)
  const extensions = [new ExtendedKeyUsageExtension([clientAuthentication])]
  for (const serial of serials) {
    const certificate = await X509CertificateGenerator.create({
      serialNumber: randomSerialNumber(),
      subject: `CN=${serial}`,
      issuer: authority.certificate.subject,
      notBefore,
      notAfter,
      publicKey,
      signingKey: authority.key,
      signingAlgorithm: algorithm,
      extensions,
    })
    store.certificates.set(serial, certificate.toString('pem'))
  }
  store.until = Math.min(store.until, notAfter.getTime())
  await save(store)
}

/** Two certificates of one device are sent as two. */
const randomSerialNumber = () => `5${randomBytes(16).toString('hex').slice(1)}`

async function publicKeyOf(pem: string): Promise<CryptoKey> {
  const { d: _, ...jwk } = createPrivateKey(pem).export({ format: 'jwk' })
  return crypto.subtle.importKey('jwk', jwk, algorithm, true, ['verify'])
}

// several processes may write at once: the last complete file wins, and the others sign again next time
async function save({ file, key, until, certificates }: CertificateFiles): Promise<void> {
  const part = `${file}.${process.pid}`
  await writeFile(part, JSON.stringify({ key, until, certificates: Object.fromEntries(certificates) }), { mode: 0o600 })
  await rename(part, file)
}
