/** The type of a device message, before its content is evaluated. */
export type UcentralFrame =
  | { kind: 'event'; method: string; params: Record<string, unknown> }
  | { kind: 'result'; id: number; result: Record<string, unknown> }
  /** Tunnelled RADIUS: not JSON-RPC, known, and ignored. */
  | { kind: 'radius' }
  | { kind: 'malformed'; why: string }

const BRACE = 0x7b
/** Whitespace that may precede a document; with more the message is invalid. */
const MAX_BLANKS = 64

const isBlank = (sign: number | undefined) => sign === 0x20 || sign === 0x0a || sign === 0x0d || sign === 0x09

function firstSign(data: Buffer): number | undefined {
  let at = 0
  while (at < MAX_BLANKS && isBlank(data[at])) at++
  return data[at]
}

const malformed = (why: string): UcentralFrame => ({ kind: 'malformed', why })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads one message. The version member is not required, since nothing depends on it. */
export function readFrame(data: Buffer): UcentralFrame {
  // other first characters are refused before parsing: half a megabyte of brackets costs more to parse than a hundred messages
  if (firstSign(data) !== BRACE) return malformed('not an object')
  let document: unknown
  try {
    document = JSON.parse(data.toString())
  } catch {
    return malformed('not JSON')
  }
  if (!isObject(document)) return malformed('not an object')
  if (typeof document.method === 'string') return eventOf(document.method, document.params)
  if (document.result !== undefined || document.error !== undefined) return resultOf(document)
  return typeof document.radius === 'string' ? { kind: 'radius' } : malformed('neither event nor result')
}

function eventOf(method: string, params: unknown): UcentralFrame {
  if (method.length > 64) return malformed('method name too long')
  return isObject(params) ? { kind: 'event', method, params } : malformed('params are no object')
}

/** Some firmware sends a number as text. A JSON-RPC `error` does not occur in practice; it is read as a refusal. */
function resultOf({ id, result, error }: Record<string, unknown>): UcentralFrame {
  const number = typeof id === 'string' && /^\d{1,10}$/.test(id) ? Number(id) : id
  if (!Number.isInteger(number)) return malformed('result without id')
  if (isObject(result)) return { kind: 'result', id: number as number, result }
  if (!isObject(error)) return malformed('result is no object')
  return { kind: 'result', id: number as number, result: { status: { error: error.code ?? 1, text: error.message } } }
}
