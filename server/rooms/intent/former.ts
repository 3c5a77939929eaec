import { discoverDrivers } from '../../devices/discover-drivers.ts'
import type { JsonRecord } from './documents.ts'

/** The document a device is to return to, as it can be sent: facts that it leaves open are taken from `sent`, read where they are needed. */
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
