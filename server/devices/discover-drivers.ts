import { join } from 'node:path'
import { isDeviceDriver, type DeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import { exportsOf, filesBelow, root } from '../kernel/discovery/find-exports.ts'

let drivers: Promise<DeviceDriver[]> | undefined

/** The families of devices, the most specific first; loaded on first use. */
export function discoverDrivers(): Promise<DeviceDriver[]> {
  drivers ??= exportsOf(filesBelow(join(root, 'drivers/device'), (path) => path.endsWith('/driver.ts')))
    .then((found) => found.map(({ value }) => value).filter(isDeviceDriver))
    .then((list) => [...new Set(list)].sort((a, b) => b.protocol.priority - a.protocol.priority))
  return drivers
}

/** The family whose program is part of this product. */
export async function shippedFamily(): Promise<string> {
  const [driver, ...others] = (await discoverDrivers()).filter(({ shipped }) => shipped)
  if (!driver || others.length)
    throw new Error(`${others.length + Number(!!driver)} families are shipped, one is needed`)
  return driver.family
}
