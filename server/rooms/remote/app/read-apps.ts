import { installStatus } from '@belvedere/contract/rooms/remote/app/enums.ts'

/** One app installed on a device. */
export interface App {
  name: string
  description: string
  status: number
  detail: string
}

/** Maximum number of stored apps of one device, and characters of their texts. */
const MOST = 1000
const LONGEST = 200

const { running, starting, stopped, broken } = installStatus.id
const statusOf: Readonly<Record<string, number>> = {
  active: running,
  reloading: running,
  activating: starting,
  deactivating: stopped,
  inactive: stopped,
  failed: broken,
}

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, LONGEST) : '')

/**
 * Services as a device lists them, as apps; services that are not loaded are not installed. The input is not trusted.
 */
export function readApps(list: unknown): App[] {
  const apps = new Map<string, App>()
  for (const row of Array.isArray(list) ? list.slice(0, MOST) : []) {
    const { unit, load, active, sub, description } = (row ?? {}) as Record<string, unknown>
    const name = text(unit)
    if (!name || load !== 'loaded') continue
    const status = statusOf[text(active)] ?? broken
    // a service that completed successfully is not running, and is not an error
    const isOver = status === running && sub === 'exited'
    apps.set(name, { name, description: text(description), status: isOver ? stopped : status, detail: text(sub) })
  }
  return [...apps.values()]
}
