import { discoverAll } from '../../kernel/discovery/discover.ts'
import { isQuota, type Quota } from './define-quota.ts'

/** The quotas of the rooms, in the order of screens. Throws when two have the same name in the database. */
export async function discoverQuotas(): Promise<Quota[]> {
  const stated = (await discoverAll(isQuota)).toSorted((a, b) => a.order - b.order)
  const keys = new Set(stated.map(({ key }) => key))
  if (keys.size !== stated.length) throw new Error('two quotas have one name')
  return stated
}
