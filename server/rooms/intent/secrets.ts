import { LRUCache } from 'lru-cache'
import type { IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { secretFields } from '@belvedere/contract/kit/intent/kinds.ts'
import type { System } from '../../kernel/implement.ts'
import { openVault, type Vault } from '../../base/keys/vault.ts'

type SecretFields = Record<string, unknown>

interface Sealed {
  sealed: string
}

export const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Sealed>).sealed === 'string'

const purposeOf = (kind: IntentKind, field: string) => `intent ${kind}/${field}`

/** Recently opened secrets: a secret of a scene is needed once for each of its devices. */
const opened = new LRUCache<string, string>({ max: 2000 })

export const vaultOf = (system: System): Promise<Vault> => openVault(system.config.data)

/** Fields with their secrets sealed, for storage; sealed ones stay. */
export function sealFields(vault: Vault, kind: IntentKind, fields: SecretFields): SecretFields {
  return mapSecrets(kind, fields, (value, field) =>
    typeof value === 'string' ? { sealed: vault.seal(value, purposeOf(kind, field)) } : value,
  )
}

/** Fields with their secrets in plain text: for compilers only. */
export function openFields(vault: Vault, kind: IntentKind, fields: SecretFields): SecretFields {
  return mapSecrets(kind, fields, (value, field) => {
    if (!isSealed(value)) return value
    const known = opened.get(value.sealed)
    if (known !== undefined) return known
    const plain = vault.open(value.sealed, purposeOf(kind, field))
    opened.set(value.sealed, plain)
    return plain
  })
}

/** Fields for display: `true` where a secret is set. */
export const hideFields = (kind: IntentKind, fields: SecretFields): SecretFields => mapSecrets(kind, fields, () => true)

function mapSecrets(
  kind: IntentKind,
  fields: SecretFields,
  make: (value: unknown, field: string) => unknown,
): SecretFields {
  const secret = secretFields(kind).filter((field) => fields[field] !== undefined)
  if (secret.length === 0) return fields
  return { ...fields, ...Object.fromEntries(secret.map((field) => [field, make(fields[field], field)])) }
}
