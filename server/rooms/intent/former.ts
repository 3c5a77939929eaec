import { discoverDrivers } from '../../devices/discover-drivers.ts'
import type { JsonRecord } from './documents.ts'

/**
 * The document to which a device returns, in a form that can be sent: facts that it leaves open are taken from `sent`,
 * which is read on demand.
 */
export async function sendableFormer(
  family: string,
  former: JsonRecord,
  sent: () => Promise<JsonRecord | undefined>,
): Promise<JsonRecord> {
  const driver = (await discoverDrivers()).find((one) => one.family === family)
  if (!driver?.complete) return former
  const since = await sent()
  return since ? driver.complete(former, since) : former
}
