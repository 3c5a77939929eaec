import type { Recognised } from './image-source.ts'

export type ManifestFields = Omit<Recognised, 'format'>

const text = (value: unknown, most = 64): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, most) : undefined

const textList = (value: unknown): string[] | undefined => {
  const list = (Array.isArray(value) ? value : [value]).flatMap((one) => text(one) ?? []).slice(0, 64)
  return list.length > 0 ? list : undefined
}

/** File names of the manifest in archives. */
export const isManifest = (name: string) => /(^|\/)(manifest|metadata|firmware)\.json$/i.test(name) && depth(name) <= 1
const depth = (name: string) => name.replace(/^\.\//, '').split('/').length - 1

/** The fields of a manifest; text that is not a JSON object has none. */
export function readManifest(json: string): ManifestFields {
  const said = objectIn(json)
  const version = said['version']
  const detail = typeof version === 'object' && version !== null ? (version as Record<string, unknown>) : {}
  return {
    vendor: text(said['vendor']),
    models: textList(said['supported_devices'] ?? said['models'] ?? said['model']),
    version: text(version) ?? text(detail['version']),
    min_version: text(said['min_version']),
  }
}

function objectIn(json: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(json)
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
