import { readdir } from 'node:fs/promises'
import { type DeviceDriver, isDeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'

const folder = new URL('../../../../drivers/device/', import.meta.url)

/** Every driver of the uCentral protocol, found as the server finds them. */
export async function driversAtHand(): Promise<DeviceDriver[]> {
  const families = (await readdir(folder)).filter((family) => /^ucentral|^linux/.test(family))
  const modules = await Promise.all(
    families.map((family) => import(new URL(`${family}/driver.ts`, folder).href) as Promise<object>),
  )
  return modules
    .flatMap((module) => Object.values(module).filter(isDeviceDriver))
    .sort((a, b) => b.protocol.priority - a.protocol.priority)
}
