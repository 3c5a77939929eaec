import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A certificate with its key, as files and as PEM. */
export interface MadePair {
  readonly certificateFile: string
  readonly keyFile: string
  readonly cert: string
  readonly key: string
}

export interface MadeBy {
  /** The issuer; without one it is self-signed. */
  readonly by?: MadePair
  readonly kind: 'ca' | 'client' | 'server'
  /** Whole subject after the common name, as `/O=Maker`. */
  readonly more?: string
  /** Names of a server, as `DNS:gateway.example`. */
  readonly names?: readonly string[]
  /** First and last day it is valid, from today. */
  readonly days?: readonly [number, number]
}

const DAY = 86_400_000

const stamp = (days: number) =>
  new Date(Date.now() + days * DAY)
    .toISOString()
    .replace(/[-:T]|\..*$/g, '')
    .concat('Z')

const usage = {
  ca: 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign',
  client: 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=clientAuth',
  server: 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth',
}

/**
 * A PKI in the shape of a maker's, made by openssl: a root, an issuing authority below it, operational certificates of devices
 * below that, as an EST server gives them out, and certificates of gateways. It cannot show what a maker writes beside these fields
 * (policies, addresses of revocation lists).
 */
export class MakerPki {
  readonly dir: string
  private made = 0

  constructor(dir: string) {
    this.dir = dir
    mkdirSync(dir, { recursive: true })
  }

  make(commonName: string, { by, kind, more = '/O=Maker', names = [], days = [-1, 365] }: MadeBy): MadePair {
    const file = (ending: string) => join(this.dir, `${this.made}.${ending}`)
    this.made++
    const [keyFile, request, certificateFile, config] = [file('key'), file('csr'), file('pem'), file('cnf')]
    openssl(
      'req',
      '-new',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      keyFile,
      '-out',
      request,
      '-subj',
      `/CN=${commonName}${more}`,
    )
    const alternatives = names.length ? `\nsubjectAltName=${names.join(',')}` : ''
    writeFileSync(
      config,
      `[ca]\ndefault_ca=one\n[one]\ndatabase=${file('db')}\nnew_certs_dir=${this.dir}\nrand_serial=yes\ndefault_md=sha256\npolicy=any\n` +
        `unique_subject=no\nemail_in_dn=no\npreserve=yes\n[any]\ncommonName=supplied\norganizationName=optional\n[ext]\n${usage[kind]}\nsubjectKeyIdentifier=hash\n${by ? 'authorityKeyIdentifier=keyid\n' : ''}${alternatives}\n`,
    )
    writeFileSync(file('db'), '')
    const signer = by ? ['-cert', by.certificateFile, '-keyfile', by.keyFile] : ['-selfsign', '-keyfile', keyFile]
    const times = ['-startdate', stamp(days[0]), '-enddate', stamp(days[1])]
    openssl(
      'ca',
      '-batch',
      '-notext',
      '-config',
      config,
      '-extensions',
      'ext',
      ...signer,
      ...times,
      '-in',
      request,
      '-out',
      certificateFile,
    )
    return { certificateFile, keyFile, cert: readFileSync(certificateFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  }

  /** A root and what it signs to sign: the two authorities of a maker. */
  authorities(name = 'Maker'): { root: MadePair; issuing: MadePair } {
    const root = this.make(`${name} Root CA`, { kind: 'ca' })
    return { root, issuing: this.make(`${name} Issuing CA`, { kind: 'ca', by: root }) }
  }

  /** Several certificates in one file, in this order; its path. */
  file(name: string, ...pairs: readonly MadePair[]): string {
    const path = join(this.dir, name)
    writeFileSync(path, pairs.map(({ cert }) => cert).join(''))
    return path
  }
}

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
