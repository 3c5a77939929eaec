import type { Asked, Params } from './answer-command.ts'

/** The version a firmware file announces by its name: `skylarkos-4.2.0.bin` → `skylarkos-4.2.0`. */
export function firmwareOf(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || !/^https?:\/\/\S+$/.test(uri)) return undefined
  const file = decode(uri.split(/[?#]/)[0]?.split('/').pop() ?? '')
  return file.replace(/\.(bin|img|itb|tar|tgz|tar\.gz|swi|mjs|zip)$/i, '').slice(0, 96) || undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Access points answer when the download is done, then go. */
export function upgradeAccessPoint({ device, params, answer }: Asked): void {
  const firmware = firmwareOf(params.uri)
  if (!firmware) return answer(2, 'invalid uri')
  const { failUpgrade } = device
  device.failUpgrade = undefined
  device.later(device.world.random.between(15, 60), () => {
    if (!device.isConnected) return
    if (failUpgrade !== undefined) return answer(2, failUpgrade)
    answer(0, 'Triggering FW upgrade')
    device.later(5, () => device.restart({ reason: 'upgrade', extra: 60, firmware, forget: params.keep_config === 0 }))
  })
}

/** Switches accept at once, tell by events how it goes, then restart. */
export function upgradeSwitch({ device, params, answer }: Asked): void {
  const firmware = firmwareOf(params.uri)
  if (!firmware) return answer(2, 'invalid uri')
  const { failUpgrade } = device
  device.failUpgrade = undefined
  answer(0, 'Success')
  const step = (after: number, payload: Params) =>
    device.later(after, () => device.isConnected && device.event('firmware_upgrade_status', payload))
  for (const percentage of [0, 35, 70, 100]) step(2 + percentage * 0.3, { operation: 'download', percentage })
  if (failUpgrade !== undefined) return void step(34, { operation: 'fail', text: failUpgrade })
  step(36, { operation: 'install' })
  device.later(60, () => {
    if (device.isConnected) device.event('firmware_upgrade_status', { operation: 'success' })
    // counted from here: what is said in the moment of going is never sent
    device.later(3, () => device.restart({ reason: 'upgrade', extra: 30, firmware }))
  })
}

/** The agent checks the package, then changes over: the host itself keeps running. */
export function upgradeLinux({ device, params, answer }: Asked): void {
  const firmware = firmwareOf(params.uri)
  if (!firmware) return answer(1, 'The address must be https')
  if (device.failUpgrade !== undefined) {
    answer(2, device.failUpgrade)
    device.failUpgrade = undefined
    return
  }
  device.later(3, () => {
    if (!device.isConnected) return
    answer(0, 'The package is genuine; switching over')
    device.event('firmware_upgrade_status', { operation: 'install' })
    device.later(1, () => device.restartClient(firmware))
  })
}
