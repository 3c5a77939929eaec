import type { Method } from '@belvedere/contract/kit/define-calls.ts'

export type Payload = Readonly<Record<string, unknown>>

export interface Wire {
  url: string
  body?: string | FormData
}

/**
 * Encoding of a call: GET and DELETE as a query, POST and PUT as JSON, or as form data with files; `id` of a PUT or
 * DELETE is part of the path.
 */
export function wireOf(at: string, input: Payload, files?: Readonly<Record<string, File>>): Wire {
  const [method, path] = at.split(' ') as [Method, string]
  const inPath = (method === 'PUT' || method === 'DELETE') && input.id !== undefined
  const { id, ...rest } = input
  const url = `/api/v1/${path}${inPath ? `/${encodeURIComponent(String(id))}` : ''}`
  const payload = inPath ? rest : input
  if (method === 'GET' || method === 'DELETE') return { url: `${url}?${queryOf(payload)}` }
  return { url, body: files ? formOf(payload, files) : JSON.stringify(payload) }
}

/** `ids: [1, 2]` → `ids[]=1&ids[]=2`; objects are sent as JSON; undefined and null are omitted. */
export function queryOf(payload: Payload): URLSearchParams {
  return new URLSearchParams(pairsOf(payload))
}

function formOf(payload: Payload, files: Readonly<Record<string, File>>): FormData {
  const form = new FormData()
  for (const [key, value] of pairsOf(payload)) form.append(key, value)
  for (const [key, file] of Object.entries(files)) form.append(key, file, file.name)
  return form
}

function pairsOf(payload: Payload): [string, string][] {
  return Object.entries(payload).flatMap(([key, value]): [string, string][] => {
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return value.map((item) => [`${key}[]`, textOf(item)])
    return [[key, textOf(value)]]
  })
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The file name of a content-disposition header, the UTF-8 form first; undefined without a name. */
export function fileNameOf(disposition: string | null): string | undefined {
  const wide = disposition?.match(/filename\*\s*=\s*(?:UTF-8|utf-8)''([^;]+)/)?.[1]
  if (wide) return decodeURIComponent(wide.trim())
  return disposition?.match(/filename\s*=\s*"?([^";]+)"?/)?.[1]?.trim()
}
