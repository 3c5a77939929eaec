import type { Effective, IntentFields, IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'

/** Intents of one kind by key, in a fixed order. */
export function intentsOf<K extends IntentKind>(
  effective: Effective,
  kind: K,
): [key: string, fields: IntentFields<K>][] {
  const desired = effective[kind] as Record<string, IntentFields<K>> | undefined
  return desired
    ? Object.keys(desired)
        .sort()
        .map((key) => [key, desired[key] as IntentFields<K>])
    : []
}

/** True when any of the fields is set. */
export const isAnySet = <T extends object>(fields: T, ...names: (keyof T)[]): boolean =>
  names.some((name) => fields[name] !== undefined)
