import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CertificateOptions, Issuer } from './make-certificate.ts'
import { writeOnce } from './write-files.ts'

const pem = { type: 'pkcs8', format: 'pem' } as const

/** A private key in a file that only the owner can read; created when missing. */
export async function openKey(path: string, type: 'ec' | 'ed25519'): Promise<KeyObject> {
  const there = await readFile(path, 'utf8').catch(() => '')
  if (there) return createPrivateKey(there)
  const { privateKey } =
    type === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')
  return createPrivateKey(await writeOnce(path, privateKey.export(pem) as string, 0o600))
}

/** SPKI of the key's public half, DER. */
export function publicHalf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' })
}

/** Loads the certificate library only for signing: it is larger than the rest of the kernel. */
export async function certificateFor(options: CertificateOptions, issuer: Issuer): Promise<string> {
  const { makeCertificate } = await import('./make-certificate.ts')
  return makeCertificate(options, issuer)
}

/** Older devices have certificates of ten years; the authority must outlive these. */
const CA_DAYS = 20 * 365

/** A certificate authority in `<name>.key` and `<name>.pem`; created when missing. Throws when only the key is missing. */
export async function openAuthority(dir: string, file: string, name: string, now: number): Promise<Issuer> {
  const path = join(dir, `${file}.pem`)
  const there = await readFile(path, 'utf8').catch(() => '')
  await proveKey(dir, file, there)
  const key = await openKey(join(dir, `${file}.key`), 'ec')
  if (there) return { certificate: there, key }
  const made = await certificateFor(
    { name, publicKey: publicHalf(key), kind: 'ca', now, days: CA_DAYS },
    { certificate: '', key },
  )
  return { certificate: await writeOnce(path, made, 0o644), key }
}

/** A new key beside an old certificate would cut off every device that trusts it, so the start fails. */
export async function proveKey(dir: string, file: string, certificate: string): Promise<void> {
  if (!certificate) return
  await readFile(join(dir, `${file}.key`)).catch(() => {
    throw new Error(
      `${join(dir, `${file}.key`)}: 私钥丢失，请从备份恢复 / the private key is gone; restore it from a backup`,
    )
  })
}
