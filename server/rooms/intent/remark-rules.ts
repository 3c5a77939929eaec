import { intentsAt } from './change-rules.ts'

/** Maximum number of intents of one place. */
const MOST = 8

interface Explained {
  document: Record<string, unknown>
  /** Intents by the JSON pointer of the value that they set. */
  explanation: Readonly<Record<string, string[]>>
}

/**
 * The intents that a device's remark on a document concerns: those of its place, else those of the names that it
 * quotes.
 */
export function intentsAtPlace(sent: Explained, { place, text }: { place?: string; text: string }): string[] {
  const found = place === undefined ? [] : byPlace(sent.explanation, place)
  return [...new Set(found.length > 0 ? found : byName(sent, text))].slice(0, MOST)
}

/** Those that set it; else those inside it; else those around it. */
function byPlace(explanation: Explained['explanation'], place: string): string[] {
  const own = explanation[place]
  if (own) return own
  const below = Object.entries(explanation).flatMap(([at, intents]) => (at.startsWith(`${place}/`) ? intents : []))
  return below.length > 0 ? below.map(thingOf) : intentsAt(explanation, place)
}

/** Shortens `wireless/Shop/bands` to `wireless/Shop`. */
const thingOf = (intent: string) => intent.split('/').slice(0, 2).join('/')

function byName({ document, explanation }: Explained, text: string): string[] {
  const names = new Set([...text.matchAll(/['"“]([^'"”]{1,64})['"”]/g)].map(([, name]) => name))
  if (names.size === 0) return []
  return Object.entries(explanation).flatMap(([at, intents]) => {
    const value = valueAt(document, at)
    return typeof value === 'string' && names.has(value) ? intents.map(thingOf) : []
  })
}

function valueAt(document: unknown, pointer: string): unknown {
  let here = document
  for (const step of pointer.split('/').slice(1))
    here = (here as Record<string, unknown> | null)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  return here
}
