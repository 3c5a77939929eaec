import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Encrypts secrets in the database, so that the database alone does not reveal them. */
export interface Vault {
  /** The text sealed for one purpose, such as `otp 12`; base64url, longer than the text by some 40 characters. */
  seal(text: string, purpose: string): string
  /** The plain text; throws when it was changed, or sealed with another key or for another purpose. */
  open(sealed: string, purpose: string): string
  /** As `seal`, of bytes: 28 longer. */
  sealBytes(bytes: Buffer, purpose: string): Buffer
  /** As `open`, of bytes. */
  openBytes(sealed: Buffer, purpose: string): Buffer
  /** Base64url, equal for equal content and purpose; without the key the content cannot be guessed by trial. */
  digest(content: string | Buffer, purpose: string): string
  /** Base64url, equal for equal keys; does not reveal the key. */
  readonly fingerprint: string
}

const vaults = new Map<string, Promise<Vault>>()

/** The vault of a data directory. Its key is the file `vault-key` (0600), created on first use; shared by processes. */
export function openVault(data: string): Promise<Vault> {
  const known = vaults.get(data)
  if (known) return known
  const made = keyIn(data).then(vaultWith)
  vaults.set(data, made)
  // a full disk may have space now
  made.catch(() => vaults.delete(data))
  return made
}

const KEY = 32
const NONCE = 12
const TAG = 16

async function keyIn(data: string): Promise<Buffer> {
  const path = join(data, 'vault-key')
  const key = await readFile(path).catch(() => makeKey(data, path))
  if (key.length !== KEY) throw new Error(`${path}: a key has ${KEY} bytes`)
  return key
}

/** Written completely before it is named: of two concurrent processes, both use the key that was named first. */
async function makeKey(data: string, path: string): Promise<Buffer> {
  await mkdir(data, { recursive: true, mode: 0o700 })
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(aside, 'wx', 0o600)
  try {
    await file.writeFile(randomBytes(KEY))
    await file.sync()
  } finally {
    await file.close()
  }
  await link(aside, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(aside, { force: true })
  return readFile(path)
}

function vaultWith(key: Buffer): Vault {
  // a key object, which would otherwise be created for every digest
  const digestKey = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'digest', KEY)))
  const sealBytes = (bytes: Buffer, purpose: string) => {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
    return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
  const openBytes = (sealed: Buffer, purpose: string) => {
    if (sealed.length < NONCE + TAG) throw new Error('not sealed')
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(-TAG))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()])
  }
  return {
    fingerprint: Buffer.from(hkdfSync('sha256', key, '', 'fingerprint', KEY)).toString('base64url'),
    sealBytes,
    openBytes,
    seal: (text, purpose) => sealBytes(Buffer.from(text, 'utf8'), purpose).toString('base64url'),
    open: (sealed, purpose) => openBytes(Buffer.from(sealed, 'base64url'), purpose).toString('utf8'),
    digest: (content, purpose) =>
      createHmac('sha256', digestKey).update(purpose).update('\0').update(content).digest('base64url'),
  }
}
