import { createHash, createPublicKey, verify } from 'node:crypto'
import type { ImageSource } from './image-source.ts'

/** An Ed25519 signature; `prehashed`: over the BLAKE2b digest of the file, as minisign creates them. */
export interface Signature {
  bytes: Buffer
  prehashed: boolean
}

const COMMENT = /^untrusted comment:[^\n]*\r?\n([A-Za-z0-9+/=]+)/

/** Base64 or hexadecimal digits of 64 bytes, or the text of a signify, usign or minisign file. Undefined: none of these. */
export function readSignature(text: string): Signature | undefined {
  const lined = COMMENT.exec(text.trim())?.[1]
  if (lined) {
    const bytes = Buffer.from(lined, 'base64')
    const kind = bytes.toString('latin1', 0, 2)
    return bytes.length === 74 && /^E[dD]$/.test(kind)
      ? { bytes: bytes.subarray(10), prehashed: kind === 'ED' }
      : undefined
  }
  const bytes = plainBytes(text.trim())
  return bytes.length === 64 ? { bytes, prehashed: false } : undefined
}

/** The 32 bytes of an Ed25519 public key: PEM, base64, or the text of a signify, usign or minisign key. */
export function readKey(text: string): Buffer | undefined {
  const lined = COMMENT.exec(text.trim())?.[1]
  const bytes = lined ? Buffer.from(lined, 'base64').subarray(10) : plainBytes(text.trim())
  if (bytes.length === 32) return bytes
  try {
    const key = createPublicKey(text)
    return key.asymmetricKeyType === 'ed25519' ? key.export({ type: 'spki', format: 'der' }).subarray(-32) : undefined
  } catch {
    return undefined
  }
}

const plainBytes = (text: string) =>
  /^[0-9a-f]+$/i.test(text) && text.length % 64 === 0 ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')

const spki = Buffer.from('302a300506032b6570032100', 'hex')

/** One at a time: a signature over the file itself needs it whole in memory. */
let before: Promise<unknown> = Promise.resolve()

/** The first of the keys that verifies the signature. */
export function signerOf<Key extends { key: Buffer }>(
  source: ImageSource,
  { bytes, prehashed }: Signature,
  keys: readonly Key[],
): Promise<Key | undefined> {
  const look = async () => {
    const content = prehashed ? await digestOf(source) : await source.part(0, source.size)
    return keys.find(({ key }) =>
      verify(null, content, createPublicKey({ key: Buffer.concat([spki, key]), format: 'der', type: 'spki' }), bytes),
    )
  }
  const mine = before.then(look, look)
  before = mine.catch(() => undefined)
  return mine
}

async function digestOf(source: ImageSource): Promise<Buffer> {
  const hash = createHash('blake2b512')
  for await (const piece of source.stream(0, source.size - 1)) hash.update(piece as Buffer)
  return hash.digest()
}
