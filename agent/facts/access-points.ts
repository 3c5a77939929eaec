import { listFolder } from '../host/read-file.ts'
import { readHostapd } from './hostapd.ts'
import { readIw } from './iw.ts'
import type { AccessPoint } from './stations.ts'

/** All SSIDs of this host: from `iw`, or from hostapd when that tool is missing. */
export async function readAccessPoints(): Promise<AccessPoint[]> {
  if ((await listFolder('/sys/class/ieee80211')).length === 0) return []
  return (await readIw()) ?? readHostapd()
}
