import { createHash, createPublicKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { chmod, mkdir } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { agentServerName } from '@belvedere/contract/kit/agent-server-name.ts'
import { type Config, publicHost } from '../settings/config.ts'
import type { KeyIssuer } from './key-issuer.ts'
import { type DeviceAuthorities, describeAuthorities, readDeviceAuthorities } from './device-authorities.ts'
import { type GatewayCertificate, operatorsGateway, ownGateway } from './gateway-certificate.ts'
import { certificateFor, openAuthority, openKey, publicHalf } from './key-pairs.ts'
import { writeOnce } from './write-files.ts'

export interface PkiOptions {
  /** By which devices dial us; this machine's addresses are added. The first one names the certificate. */
  readonly hostnames: readonly string[]
  /** PEM files with further authorities whose devices are trusted. */
  readonly deviceCaFiles?: readonly string[]
  /** PEM files of the operator's own gateway certificate (chain after it) and key; both or none. */
  readonly gatewayCert?: string
  readonly gatewayKey?: string
  /** Milliseconds. */
  readonly now?: () => number
}

/** As the settings have it. */
export function pkiHow(config: Config): PkiOptions {
  const local = Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses?.map(({ address }) => address) ?? [],
  )
  const url = config['public-url']
  const consoleHost = url ? [new URL(url).hostname.replace(/^\[|\]$/g, '')] : []
  return {
    hostnames: [
      ...new Set([
        publicHost(config),
        'localhost',
        'openwifi.wlan.local',
        ...consoleHost,
        ...config['device-names'],
        ...local,
      ]),
    ],
    deviceCaFiles: config['device-ca'],
    ...(config['device-cert'] ? { gatewayCert: config['device-cert'], gatewayKey: config['device-key'] } : {}),
  }
}

/** Who we are to devices, and how we know devices. */
export interface Pki {
  /** Where the files are. */
  readonly dir: string
  /** PEM; may change while we run, see `onRenewed`. */
  readonly gatewayCert: string
  readonly gatewayKey: string
  /** PEM a device needs to verify the gateway: our CA, or what the operator's certificate file holds after the first one. */
  readonly ca: string
  /** PEM each: our device CA, the simulated devices' CA, those of the operator that are trusted at this time. */
  readonly deviceCas: string[]
  /** The operator's, trusted or not. */
  readonly authorities: DeviceAuthorities
  /** Subjects of authorities that are over, as `X509Certificate.issuer` spells them. */
  readonly expiredIssuers: ReadonlySet<string>
  /** Base64 SHA-256 of the gateway's public key (SPKI); stays the same over renewals of our own certificate. */
  readonly pin: string
  /** What enrolled hosts are shown, who ask for it by name. */
  readonly forAgents: AgentSide
  /** PEM, Ed25519; agents verify packages with it. */
  readonly signingPub: string
  /** Base64 SHA-256 of the public halves (SPKI) of the keys that all processes of an installation share, by file. */
  readonly fingerprints: Readonly<
    Record<'pki/ca.key' | 'pki/device-ca.key' | 'pki/simulated-ca.key' | 'pki/signing.key', string>
  >
  /** A client certificate over ninety days for a device's own key (SPKI PEM, EC or RSA); CN is the serial, 12 hex, lower case. */
  signDevice(publicKeyPem: string, serial: string): Promise<string>
  /** Ed25519 signature, base64. */
  sign(bytes: Uint8Array): string
  /** True for a certificate of our own device authority, whenever it ends; nobody need have verified it. */
  signedDevice(certificate: X509Certificate): boolean
  /** Whose authority signed a device certificate that TLS has verified. */
  issuerOf(certificate: X509Certificate): KeyIssuer
  /** `hear` is called after the gateway certificate changed; give it to the TLS server then. Returns the way to stop. */
  onRenewed(hear: () => void): () => void
  /** Looks at once whether the gateway certificate must change; done every hour anyway. */
  renew(): Promise<void>
}

/**
 * Our own gateway certificate, which hosts with our agent hold on to: an operator may bring a certificate for other devices, or
 * one with another key, and no enrolled host is lost by it.
 */
export interface AgentSide extends GatewayCertificate {
  /** By which an agent asks for it (SNI). */
  readonly serverName: string
  /** PEM. */
  readonly ca: string
  readonly pin: string
}

/** Devices are given another one in time; those that cannot take it over their connection enrol again. */
const DEVICE_DAYS = 90
const RENEW_EVERY_MS = 3_600_000

/** Opens the authorities and certificates below `dir`; makes what is missing. Keys are 0600 in a folder 0700. */
export async function openPki(dir: string, options: PkiOptions): Promise<Pki> {
  const now = options.now ?? Date.now
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await chmod(dir, 0o700)
  const [ca, deviceCa, simulatedCa, signing, operatorCas] = await Promise.all([
    openAuthority(dir, 'ca', 'Belvedere CA', now()),
    openAuthority(dir, 'device-ca', 'Belvedere device CA', now()),
    openAuthority(dir, 'simulated-ca', 'Belvedere simulated devices CA', now()),
    openSigning(dir),
    readDeviceAuthorities(options.deviceCaFiles ?? []),
  ])
  const load = async () => {
    const own = await ownGateway(dir, ca, [...options.hostnames, agentServerName], now())
    const { gatewayCert, gatewayKey } = options
    return { own, gateway: gatewayCert && gatewayKey ? await operatorsGateway(gatewayCert, gatewayKey) : own }
  }
  let { own, gateway } = await load()
  let authorities = describeAuthorities(operatorCas, now())
  const hearers = new Set<() => void>()
  const renew = async () => {
    const before = [own.certificate, gateway.certificate, ...authorities.trusted].join()
    ;({ own, gateway } = await load())
    // an authority ends, or begins to count, while we run
    authorities = describeAuthorities(operatorCas, now())
    if ([own.certificate, gateway.certificate, ...authorities.trusted].join() !== before)
      for (const hear of hearers) hear()
  }
  // an operator's file that is half written is read again the next time
  setInterval(() => void renew().catch(() => {}), RENEW_EVERY_MS).unref()
  const known = [
    ['own', new X509Certificate(deviceCa.certificate)],
    ['simulated', new X509Certificate(simulatedCa.certificate)],
  ] as const
  // names can be chosen by whoever holds a maker's authority, signatures cannot
  const signs = (authority: X509Certificate, certificate: X509Certificate) =>
    certificate.checkIssued(authority) && (operatorCas.length === 0 || certificate.verify(authority.publicKey))
  return {
    dir,
    get gatewayCert() {
      return gateway.certificate
    },
    get gatewayKey() {
      return gateway.key
    },
    get ca() {
      return options.gatewayCert ? chainOf(gateway.certificate) : ca.certificate
    },
    get deviceCas() {
      return [deviceCa.certificate, simulatedCa.certificate, ...authorities.trusted]
    },
    get authorities() {
      return authorities
    },
    get expiredIssuers() {
      return authorities.expired
    },
    get pin() {
      return pinOf(gateway.certificate)
    },
    get forAgents() {
      return { ...own, serverName: agentServerName, ca: ca.certificate, pin: pinOf(own.certificate) }
    },
    signingPub: signing.publicPem,
    fingerprints: {
      'pki/ca.key': fingerprintOf(ca.key),
      'pki/device-ca.key': fingerprintOf(deviceCa.key),
      'pki/simulated-ca.key': fingerprintOf(simulatedCa.key),
      'pki/signing.key': fingerprintOf(signing.key),
    },
    signDevice: async (publicKeyPem, serial) => {
      const wanted = {
        name: provenSerial(serial),
        publicKey: provenKey(publicKeyPem),
        kind: 'client',
        now: now(),
        days: DEVICE_DAYS,
      } as const
      return certificateFor(wanted, deviceCa)
    },
    sign: (bytes) => sign(null, bytes, signing.key).toString('base64'),
    signedDevice: (certificate) => certificate.checkIssued(known[0][1]) && certificate.verify(known[0][1].publicKey),
    issuerOf: (certificate) => known.find(([, authority]) => signs(authority, certificate))?.[0] ?? 'maker',
    onRenewed(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
    renew,
  }
}

/** Base64 SHA-256 of a certificate's SPKI, as `curl --pinnedpubkey sha256//…` wants it. */
function pinOf(certificate: string): string {
  const spki = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('base64')
}

const fingerprintOf = (key: KeyObject) => createHash('sha256').update(publicHalf(key)).digest('base64')

async function openSigning(dir: string): Promise<{ key: KeyObject; publicPem: string }> {
  const key = await openKey(join(dir, 'signing.key'), 'ed25519')
  const publicPem = createPublicKey(key).export({ type: 'spki', format: 'pem' }) as string
  return { key, publicPem: await writeOnce(join(dir, 'signing.pub'), publicPem, 0o644) }
}

const blocks = (text: string) => text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []

/** The authorities above an operator's certificate; a lone certificate is trusted as itself. */
function chainOf(text: string): string {
  const [first, ...rest] = blocks(text)
  return `${(rest.length ? rest : [first]).join('\n')}\n`
}

function provenSerial(serial: string): string {
  if (!/^[0-9a-f]{12}$/.test(serial)) throw new Error('a serial number is 12 lower-case hex digits')
  return serial
}

function provenKey(publicKeyPem: string): Buffer {
  const key = createPublicKey(publicKeyPem)
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {}
  const strong =
    key.asymmetricKeyType === 'ec'
      ? /^(prime256v1|secp384r1)$/.test(namedCurve)
      : key.asymmetricKeyType === 'rsa' && modulusLength >= 2048
  if (!strong) throw new Error('a device key is EC P-256, EC P-384 or RSA of 2048 bits and more')
  return key.export({ type: 'spki', format: 'der' })
}
