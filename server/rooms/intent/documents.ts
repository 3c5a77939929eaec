import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { TtlCache } from '@belvedere/pure/collection/ttl-cache.ts'
import type { Db } from '../../kernel/db.ts'
import type { System } from '../../kernel/implement.ts'
import type { Vault } from '../../base/keys/vault.ts'
import { findBodies, insertDocuments, knownDigests, type NewDocument } from './config-store.ts'
import { vaultOf } from './secrets.ts'

export type JsonRecord = Record<string, unknown>

const purpose = 'configuration'
/** No configuration is larger than the largest message that a device accepts. */
const LARGEST = 8 << 20

/** Recently parsed contents, by digest. They are shared: never change one in place. */
const parsed = new TtlCache<string, JsonRecord>(24_000)

export const digestOf = (vault: Vault, document: unknown): string => vault.digest(JSON.stringify(document), purpose)

/** Stores contents, each once; returns their digests in the given order. */
export async function saveDocuments(system: System, db: Db, list: readonly unknown[], now: number): Promise<string[]> {
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

function opened(vault: Vault, body: Buffer): JsonRecord {
  const plain = inflateRawSync(vault.openBytes(body, purpose), { maxOutputLength: LARGEST })
  return sharing(JSON.parse(plain.toString('utf8')) as JsonRecord)
}

/** Members of contents, by their text. */
const members = new LRUCache<string, object>({ maxSize: 16 << 20, sizeCalculation: (_, text) => text.length + 1 })

/** Devices of a site share most of their configuration: equal members are one object, in memory and for compilers. */
function sharing(document: JsonRecord): JsonRecord {
  for (const [key, member] of Object.entries(document)) {
    if (typeof member !== 'object' || member === null) continue
    const text = JSON.stringify(member)
    const known = members.get(text)
    if (known) document[key] = known
    else members.set(text, member)
  }
  return document
}

/** Contents by digest, parsed on demand. Unknown digests are an error: rows refer to them by a foreign key. */
export async function loadDocuments(
  system: System,
  db: Db,
  digests: Iterable<string | null>,
): Promise<(digest: string) => JsonRecord> {
  const list = [...new Set(digests)]
  const places = new Map(list.map((digest, at) => [digest, at]))
  const open = await loadInOrder(system, db, list)
  return (digest) => {
    const document = open(places.get(digest) ?? -1)
    if (!document) throw new Error(`configuration ${digest} was not asked for`)
    return document
  }
}

/** As `loadDocuments`, in the order of the digests; null where there is none. */
export async function loadInOrder(
  system: System,
  db: Db,
  digests: readonly (string | null)[],
): Promise<(at: number) => JsonRecord | null> {
  const held = digests.map((digest) => (digest === null ? null : parsed.get(digest)))
  const missing = new Set(digests.filter((_, at) => held[at] === undefined))
  const bodies = new Map(
    missing.size > 0 ? (await findBodies(db, [...missing] as string[])).map(({ digest, body }) => [digest, body]) : [],
  )
  const vault = await vaultOf(system)
  return (at) => {
    const known = held[at]
    const digest = digests[at] ?? null
    if (known || digest === null) return known ?? null
    return (held[at] = parsed.get(digest) ?? read(vault, digest, bodies.get(digest)))
  }
}

function read(vault: Vault, digest: string, body: Buffer | undefined): JsonRecord {
  if (!body) throw new Error(`configuration ${digest} is not there`)
  const document = opened(vault, body)
  parsed.set(digest, document)
  return document
}
