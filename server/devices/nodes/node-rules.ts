import type { MissingPart } from '../../kernel/live/node-link.ts'

/** A process as stored in the database. */
export interface KnownNode {
  id: string
  name: string
  roles: string[]
  beats: number
  bus: boolean
  /** Its gateways do not answer it. */
  hung: boolean
  lost: boolean
  stopped: boolean
}

/** The outages of the present processes; a process that was stopped is not lost, but a role that only it had is missing. */
export function missingOf(nodes: readonly KnownNode[]): MissingPart[] {
  const living = nodes.filter(({ lost, stopped }) => !lost && !stopped)
  const roles = new Set(living.flatMap(({ hung, roles: mine }) => mine.filter((role) => !hung || role !== 'gateway')))
  const missing: MissingPart[] = []
  if (living.some(({ bus }) => !bus)) missing.push('bus')
  for (const role of ['gateway', 'worker'] as const) if (!roles.has(role)) missing.push(role)
  // its role is already reported as missing
  const others = nodes.filter(
    ({ lost, hung, stopped, roles: mine }) => (lost || (hung && !stopped)) && mine.every((role) => roles.has(role)),
  )
  if (others.length) missing.push('node')
  return missing
}

/** Whether outages need to be written. */
export const isUnsettled = (nodes: readonly KnownNode[], open: number): boolean =>
  open > 0 ||
  nodes.some(({ lost, bus, hung, stopped }) => !stopped && (lost || !bus || hung)) ||
  new Set(nodes.map(({ name }) => name)).size < nodes.length
