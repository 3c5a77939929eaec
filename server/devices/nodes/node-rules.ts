import type { MissingPart } from '../../kernel/live/node-link.ts'

/** A process as the database knows it. */
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

/** What is missing among the processes there are; one that was stopped in order is not lost, and what only it did is missing. */
export function missingOf(nodes: readonly KnownNode[]): MissingPart[] {
  const living = nodes.filter(({ lost, stopped }) => !lost && !stopped)
  const roles = new Set(living.flatMap(({ hung, roles: mine }) => mine.filter((role) => !hung || role !== 'gateway')))
  const missing: MissingPart[] = []
  if (living.some(({ bus }) => !bus)) missing.push('bus')
  for (const role of ['gateway', 'worker'] as const) if (!roles.has(role)) missing.push(role)
  // what it did is missing already, and says more
  const others = nodes.filter(
    ({ lost, hung, stopped, roles: mine }) => (lost || (hung && !stopped)) && mine.every((role) => roles.has(role)),
  )
  if (others.length) missing.push('node')
  return missing
}

/** Whether anything is to be written down of outages: the rest of the time nothing is. */
export const isUnsettled = (nodes: readonly KnownNode[], open: number): boolean =>
  open > 0 ||
  nodes.some(({ lost, bus, hung, stopped }) => !stopped && (lost || !bus || hung)) ||
  new Set(nodes.map(({ name }) => name)).size < nodes.length
