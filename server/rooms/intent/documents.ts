import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../kernel/db.ts'
import type { System } from '../../kernel/implement.ts'
import type { Vault } from '../../kernel/vault.ts'
import { findBodies, insertDocuments, knownDigests, type NewDocument } from './config-store.ts'
import { vaultOf } from './secrets.ts'

export type Json = Record<string, unknown>

const purpose = 'configuration'
/** No configuration is larger than the largest message a device takes. */
const LARGEST = 8 << 20

/** Parsed contents asked for lately, by digest. They are shared: nobody changes one in place. */
const parsed = new LRUCache<string, Json>({ max: 12_000 })

export const digestOf = (vault: Vault, document: unknown): string => vault.digest(JSON.stringify(document), purpose)

/** Keeps contents, each once; answers their digests in the order given. */
export async function keepDocuments(system: System, db: Db, list: readonly unknown[], now: number): Promise<string[]> {
  const vault = await vaultOf(system)
  const plain = list.map((one) => JSON.stringify(one))
  const digests = plain.map((text) => vault.digest(text, purpose))
  const known = await knownDigests(db, [...new Set(digests)])
  const fresh = new Map<string, NewDocument>()
  digests.forEach((digest, at) => {
    if (!known.has(digest) && !fresh.has(digest)) fresh.set(digest, sealed(vault, digest, plain[at] ?? ''))
  })
  if (fresh.size > 0) await insertDocuments(db, [...fresh.values()], now)
  return digests
}

function sealed(vault: Vault, digest: string, text: string): NewDocument {
  return { digest, bytes: Buffer.byteLength(text), body: vault.sealBytes(deflateRawSync(text), purpose) }
}

function opened(vault: Vault, body: Buffer): Json {
  const plain = inflateRawSync(vault.openBytes(body, purpose), { maxOutputLength: LARGEST })
  return JSON.parse(plain.toString('utf8')) as Json
}

/** Contents by digest, opened when asked for. Unknown digests are an error: rows refer to them by a foreign key. */
export async function loadDocuments(
  system: System,
  db: Db,
  digests: Iterable<string | null>,
): Promise<(digest: string) => Json> {
  const wanted = new Set(digests)
  const missing = [...wanted].filter((one): one is string => one !== null && !parsed.has(one))
  const bodies = new Map(
    missing.length > 0 ? (await findBodies(db, missing)).map(({ digest, body }) => [digest, body]) : [],
  )
  const vault = await vaultOf(system)
  return (digest) => {
    const known = parsed.get(digest)
    if (known) return known
    const body = bodies.get(digest)
    if (!body) throw new Error(`configuration ${digest} is not there`)
    const document = opened(vault, body)
    parsed.set(digest, document)
    return document
  }
}
