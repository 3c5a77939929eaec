// the library's container needs the polyfill first
import 'reflect-metadata'
import { type KeyObject, randomBytes, webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PublicKey,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

cryptoProvider.set(webcrypto as Crypto)

/** The issuer: certificate PEM and private key. */
export interface Issuer {
  readonly certificate: string
  readonly key: KeyObject
}

export interface CertificateOptions {
  /** The common name. */
  readonly name: string
  /** SPKI, DER. */
  readonly publicKey: Buffer
  readonly kind: 'ca' | 'server' | 'client'
  /** Host names and addresses of a server. */
  readonly hostnames?: readonly string[]
  /** Milliseconds; valid from a day before, because clocks of devices may be wrong. */
  readonly now: number
  readonly days: number
}

const DAY = 86_400_000
const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** A certificate as PEM, signed by `issuer` (for a CA: by its own key, `issuer.certificate` empty). EC P-256, SHA-256. */
export async function makeCertificate(options: CertificateOptions, issuer: Issuer): Promise<string> {
  const publicKey = new PublicKey(new Uint8Array(options.publicKey))
  const parent = issuer.certificate ? new X509Certificate(issuer.certificate) : undefined
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: [{ CN: [options.name] }],
    issuer: parent ? parent.subjectName : [{ CN: [options.name] }],
    notBefore: new Date(options.now - DAY),
    notAfter: new Date(options.now + options.days * DAY),
    publicKey,
    signingKey: issuer.key.toCryptoKey(P256, false, ['sign']) as CryptoKey,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [
      ...usageOf(options),
      await SubjectKeyIdentifierExtension.create(publicKey),
      await AuthorityKeyIdentifierExtension.create(parent?.publicKey ?? publicKey),
    ],
  })
  return `${certificate.toString('pem')}\n`
}

/** Positive and short enough for every parser. */
function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toString('hex')
}

function usageOf({ kind, hostnames = [] }: CertificateOptions): Extension[] {
  if (kind === 'ca') {
    return [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ]
  }
  const usage = kind === 'server' ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth
  // access points that connect to an address search for it among the names
  const names = hostnames.flatMap((value) => [
    ...(isIP(value) ? [{ type: 'ip' as const, value }] : []),
    ...(isIP(value) === 6 ? [] : [{ type: 'dns' as const, value }]),
  ])
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([usage]),
    ...(names.length ? [new SubjectAlternativeNameExtension(names)] : []),
  ]
}
