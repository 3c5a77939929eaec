// the certificate library's container needs it before it is loaded
import 'reflect-metadata'
import { createHash, createPrivateKey, X509Certificate as NodeCertificate } from 'node:crypto'
import { access, constants, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExtendedKeyUsageExtension, PemConverter, X509Certificate, X509CertificateGenerator } from '@peculiar/x509'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const clientAuthentication = '1.3.6.1.5.5.7.3.2'
const day = 86_400_000
const hour = 3_600_000

/** What devices of one process need to be let in: each its certificate, all the same key. PEM texts. */
export interface DeviceCertificates {
  key: string
  /** The authority of the gateway's own certificate; absent when the folder holds no `ca.pem`. */
  ca?: string
  /** By serial number. */
  certificates: Map<string, string>
}

/**
 * Client certificates (CN = serial) of the simulated devices' authority in `caDir` (`simulated-ca.pem`, `simulated-ca.key`,
 * `ca.pem`). They are kept beside it, or in the temporary folder when it cannot be written, because signing ten thousand
 * takes longer than connecting them. Throws an error with words for people when the folder is not usable.
 */
export async function issueDeviceCertificates(caDir: string, serials: readonly string[]): Promise<DeviceCertificates> {
  const authority = await readAuthority(caDir)
  const store = await openStore(caDir, authority.pem)
  const missing = serials.filter((serial) => !store.certificates.has(serial))
  if (missing.length > 0) await issueAll(store, authority, missing)
  const certificates = new Map(serials.map((serial) => [serial, store.certificates.get(serial) as string]))
  const ca = await readFile(join(caDir, 'ca.pem'), 'utf8').catch(() => undefined)
  return { key: store.key, ca, certificates }
}

interface Authority {
  pem: string
  certificate: X509Certificate
  key: CryptoKey
}

async function readAuthority(caDir: string): Promise<Authority> {
  const read = (name: string) =>
    readFile(join(caDir, name), 'utf8').catch((problem: NodeJS.ErrnoException) => {
      throw new Error(
        `${join(caDir, name)} cannot be read (${problem.code}); --ca-dir names the folder with simulated-ca.pem and simulated-ca.key`,
      )
    })
  const [pem, keyPem] = await Promise.all([read('simulated-ca.pem'), read('simulated-ca.key')])
  // through node:crypto, so that SEC 1 and PKCS 8 keys are both welcome
  const der = createPrivateKey(keyPem).export({ type: 'pkcs8', format: 'der' })
  const key = await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  return { pem, certificate: new X509Certificate(pem), key }
}

interface Store {
  file: string
  key: string
  /** When the first of them ends, milliseconds. */
  until: number
  certificates: Map<string, string>
}

// The name of the folder carries the authority: a new authority never meets certificates of an old one.
async function openStore(caDir: string, authorityPem: string): Promise<Store> {
  const name = `fleet-${createHash('sha256').update(new NodeCertificate(authorityPem).raw).digest('hex').slice(0, 16)}`
  const folder = (await writable(caDir)) ? join(caDir, name) : join(tmpdir(), `belvedere-${name}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'certificates.json')
  const kept = await readFile(file, 'utf8').then(parseStore, () => undefined)
  return kept
    ? { file, ...kept }
    : { file, key: await newKey(), until: Number.POSITIVE_INFINITY, certificates: new Map() }
}

const writable = (folder: string) =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )

function parseStore(text: string): Omit<Store, 'file'> | undefined {
  try {
    const { key, until, certificates } = JSON.parse(text) as {
      key: string
      until: number
      certificates: Record<string, string>
    }
    if (until < Date.now() + hour) return undefined
    return { key, until, certificates: new Map(Object.entries(certificates)) }
  } catch {
    return undefined
  }
}

async function newKey(): Promise<string> {
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', pair.privateKey), 'PRIVATE KEY')
}

async function issueAll(store: Store, authority: Authority, serials: string[]): Promise<void> {
  const notBefore = new Date(Date.now() - day)
  const notAfter = new Date(Math.min(Date.now() + 365 * day, authority.certificate.notAfter.getTime()))
  const publicKey = await publicKeyOf(store.key)
  const extensions = [new ExtendedKeyUsageExtension([clientAuthentication])]
  for (const serial of serials) {
    const certificate = await X509CertificateGenerator.create({
      serialNumber: serial.padStart(16, '5'),
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

async function publicKeyOf(pem: string): Promise<CryptoKey> {
  const { d: _, ...jwk } = createPrivateKey(pem).export({ format: 'jwk' })
  return crypto.subtle.importKey('jwk', jwk, algorithm, true, ['verify'])
}

// Several processes may write at once; whoever comes last wins with a whole file, and the loser signs again next time.
async function save({ file, key, until, certificates }: Store): Promise<void> {
  const part = `${file}.${process.pid}`
  await writeFile(part, JSON.stringify({ key, until, certificates: Object.fromEntries(certificates) }), { mode: 0o600 })
  await rename(part, file)
}
