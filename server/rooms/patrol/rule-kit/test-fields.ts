import { Check } from 'typebox/value'
import { intentShapes } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'

/** For tests: fields that an intent of this kind does not have, or whose values it does not accept. */
export function checkFields(kind: IntentKind, set: Readonly<Record<string, unknown>>): string[] {
  const { properties } = intentShapes[kind] as { properties: Record<string, object> }
  return Object.entries(set).flatMap(([field, value]) =>
    properties[field] && Check(properties[field] as never, value) ? [] : [field],
  )
}
