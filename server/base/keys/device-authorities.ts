import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { StartTrouble } from '../process/start-trouble.ts'

/** One certificate of the files whose devices the operator trusts. */
export interface DeviceAuthority {
  /** Name of the file it was read from. */
  readonly file: string
  readonly subject: string
  readonly issuer: string
  /** SHA-256 of the certificate, as `openssl x509 -fingerprint -sha256` prints it. */
  readonly fingerprint: string
  /** Milliseconds. */
  readonly ends_at: number
  /**
   * `root`: it signed itself. `complete`: its chain ends at a root of these files. `partial`: its issuer is in none of the files; it
   * is trusted all the same. The others are not trusted: `expired` it is over, `early` it does not count yet, `leaf` it is the
   * certificate of a device or server.
   */
  readonly state: 'root' | 'complete' | 'partial' | 'expired' | 'early' | 'leaf'
  /** Subjects from its issuer up, as far as the files have them. */
  readonly chain: readonly string[]
}

export interface DeviceAuthorities {
  /** In the order of the files, each once. */
  readonly all: readonly DeviceAuthority[]
  /** PEM of the trusted ones. */
  readonly trusted: readonly string[]
  /** Subjects of expired ones, in Node's format. */
  readonly expired: ReadonlySet<string>
}

interface AuthorityFile {
  readonly file: string
  readonly x509: X509Certificate
}

/** Maximum of certificates: vendors have two or three. */
const MOST = 200

const blocks = (text: string) => text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []

/** Root, issuing authority or both, in one or more files, in any order. Throws an error for the operator. */
export async function readDeviceAuthorities(files: readonly string[]): Promise<readonly AuthorityFile[]> {
  const read = (await Promise.all(files.map(readOne))).flat()
  const once = new Map(read.map((one) => [one.x509.fingerprint256, one]))
  if (once.size > MOST)
    throw new StartTrouble({
      zh: `--device-ca 最多 ${MOST} 张证书，现有 ${once.size} 张`,
      en: `--device-ca takes ${MOST} certificates at most; these are ${once.size}`,
    })
  return [...once.values()]
}

async function readOne(path: string): Promise<AuthorityFile[]> {
  const found = blocks(await readFile(path, 'utf8'))
  if (found.length === 0)
    throw new StartTrouble({ zh: `${path} 中没有 PEM 证书`, en: `There is no PEM certificate in ${path}` })
  return found.map((text) => {
    try {
      return { file: basename(path), x509: new X509Certificate(text) }
    } catch (error) {
      throw new StartTrouble(
        { zh: `${path} 中有无法读取的证书`, en: `${path} has a certificate that cannot be read` },
        String((error as Error).message),
      )
    }
  })
}

/** The chains at this time. */
export function describeAuthorities(read: readonly AuthorityFile[], now: number): DeviceAuthorities {
  const all = read.map((one) => describe(one, read, now))
  const isTrusted = ({ state }: DeviceAuthority) => state === 'root' || state === 'complete' || state === 'partial'
  return {
    all,
    trusted: read.flatMap(({ x509 }, at) => (isTrusted(all[at] as DeviceAuthority) ? [x509.toString()] : [])),
    expired: new Set(read.flatMap(({ x509 }, at) => (all[at]?.state === 'expired' ? [x509.subject] : []))),
  }
}

function describe({ file, x509 }: AuthorityFile, read: readonly AuthorityFile[], now: number): DeviceAuthority {
  const above: X509Certificate[] = []
  for (let at: X509Certificate | undefined = x509; at && above.length <= read.length; ) {
    at = isRoot(at) ? undefined : issuerOf(at, read, now)
    if (at) above.push(at)
  }
  return {
    file,
    subject: nameOf(x509.subject),
    issuer: nameOf(x509.issuer),
    fingerprint: x509.fingerprint256,
    ends_at: x509.validToDate.getTime(),
    state: stateOf(x509, above.at(-1), now),
    chain: above.map(({ subject }) => nameOf(subject)),
  }
}

/** An expired authority does not exclude those below it: they are trusted as anchors. */
const issuerOf = (x509: X509Certificate, read: readonly AuthorityFile[], now: number) =>
  read.find(({ x509: other }) => other.ca && isLive(other, now) && isSignedBy(x509, other))?.x509

const isSignedBy = (x509: X509Certificate, other: X509Certificate) =>
  x509.checkIssued(other) && x509.verify(other.publicKey)

const isRoot = (x509: X509Certificate) => isSignedBy(x509, x509)

const isLive = ({ validFromDate, validToDate }: X509Certificate, now: number) =>
  validFromDate.getTime() <= now && now < validToDate.getTime()

function stateOf(x509: X509Certificate, top: X509Certificate | undefined, now: number): DeviceAuthority['state'] {
  if (!x509.ca) return 'leaf'
  if (!isLive(x509, now)) return x509.validToDate.getTime() <= now ? 'expired' : 'early'
  if (isRoot(x509)) return 'root'
  return top && isRoot(top) ? 'complete' : 'partial'
}

/** A distinguished name on one line. */
const nameOf = (name: string) => name.split('\n').join(', ').slice(0, 200)

const states: Readonly<Record<DeviceAuthority['state'], Words>> = {
  root: { zh: '根 CA', en: 'root CA' },
  complete: { zh: '签发 CA，证书链完整', en: 'issuing CA, its chain is complete' },
  partial: {
    zh: '签发 CA，文件中没有其根 CA：仍予信任（部分链）',
    en: 'issuing CA, its root is in none of the files: trusted all the same (partial chain)',
  },
  expired: { zh: '已过期，不予信任', en: 'expired, not trusted' },
  early: { zh: '尚未生效，不予信任', en: 'not valid yet, not trusted' },
  leaf: { zh: '不是 CA 证书，不予信任', en: 'not a CA certificate, not trusted' },
}

/** The lines printed at start-up. */
export function authorityLines({ all }: DeviceAuthorities): Words[] {
  return all.map(({ file, subject, state, chain, ends_at }) => {
    const day = new Date(ends_at).toISOString().slice(0, 10)
    const names = [subject, ...chain].join(' → ')
    const { zh, en } = states[state]
    return {
      zh: `设备 CA ${file}：${names}；${zh}；有效期至 ${day}`,
      en: `Device CA ${file}: ${names}; ${en}; until ${day}`,
    }
  })
}
