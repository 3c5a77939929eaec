import type { CommandedDevice } from '../device/commanded-device.ts'
import type { PendingCommand, Params } from './command.ts'
import { download, type Downloaded } from './download.ts'

/** The version in the name of a firmware file: `skylarkos-4.2.0.bin` → `skylarkos-4.2.0`. */
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

const fine = ({ err, status }: Downloaded) => err === 0 && status >= 200 && status < 300

/**
 * An access point answers after the download, then disconnects. It trusts only the system's CA store, unless the command requests
 * its own certificates, and tries twice. Keys and gateway are kept because the command requests it; without `keep_config` nothing
 * else is kept, and it returns in its factory state. Not simulated: whether an image is for its board, which real firmware checks
 * before writing, and signatures, which restricted devices check.
 */
export function upgradeAccessPoint({ device, params, answer }: PendingCommand): void {
  if (!params.uri) return answer(2, 'No firmware URL provided')
  const uri = String(params.uri)
  const { failUpgrade } = device
  device.failUpgrade = undefined
  device.later(device.world.random.between(15, 60), () => {
    if (!device.isConnected) return
    if (failUpgrade !== undefined) return answer(2, failUpgrade)
    void fetchTwice(device, uri, params['use-local-certificates'] === true).then((got) => {
      if (!device.isConnected) return
      if (!fine(got)) {
        const { err, status } = got
        return answer(2, `Download failed, err ${err}, http_code ${status}, cmd ${commandOf(uri, params)}`)
      }
      answer(0, 'Triggering FW upgrade')
      if (device.failFlash) return notWritten(device)
      const forget = !params.keep_config
      // without its keys and the address of its gateway it does not reconnect; it would have to be enrolled again
      const firmware = firmwareOf(uri)
      device.later(5, () =>
        device.restart({ reason: 'upgrade', extra: 60, firmware, forget, strays: !params.keep_redirector }),
      )
    })
  })
}

/**
 * The client writes a marker before it starts the upgrade. A reset removes the marker; an image that was not written leaves it,
 * and the next connect reports that. Not simulated: a device whose image is refused late, which stays offline until it is
 * power-cycled.
 */
function notWritten(device: CommandedDevice): void {
  device.failFlash = false
  device.later(5, () => device.restart({ reason: 'upgradefailed', extra: 60 }))
}

async function fetchTwice({ world, serial }: CommandedDevice, uri: string, local: boolean): Promise<Downloaded> {
  const { key, ca = '', certificates } = world.certificates
  const own = { key, ca, cert: certificates.get(serial) ?? '' }
  const options = { follows: true, lookup: world.lookup, ...(local ? { own } : {}) }
  const first = await download(uri, options)
  return fine(first) ? first : download(uri, options)
}

function commandOf(uri: string, params: Params): string {
  const own = '--cacert /etc/ucentral/operational.ca --cert /etc/ucentral/operational.pem --key /etc/ucentral/key.pem'
  const trust = params['use-local-certificates'] === true ? own : ''
  return `curl -L ${trust} -w "%{http_code}" -o /tmp/ucentral.upgrade "${uri}"`
}

/**
 * Switches accept at once, report progress by events, then restart. Their download library trusts the system's store, follows no
 * redirect, and ignores the status: an error page is detected as an invalid image during installation. `signature` is ignored.
 */
export function upgradeSwitch({ device, params, answer }: PendingCommand): void {
  const { uri } = params
  if (typeof uri !== 'string') return answer(1, 'invalid parameters')
  const { failUpgrade } = device
  device.failUpgrade = undefined
  answer(0, 'upgrade requested successfully')
  const tell = (payload: Params) => device.isConnected && device.event('firmware_upgrade_status', payload)
  const step = (after: number, payload: Params) => device.later(after, () => tell(payload))
  for (const percentage of [0, 35, 70]) step(2 + percentage * 0.3, { operation: 'download', percentage })
  if (failUpgrade !== undefined) return void step(34, { operation: 'fail', text: failUpgrade })
  device.later(30, () => {
    void download(uri, { follows: false, lookup: device.world.lookup }).then((got) => {
      if (!fine(got)) return void tell({ operation: 'fail' })
      tell({ operation: 'download', percentage: 100 })
      step(4, { operation: 'install' })
      device.later(28, () => {
        tell({ operation: 'success' })
        // measured from here: messages during the disconnection are never sent
        device.later(3, () => device.restart({ reason: 'upgrade', extra: 30, firmware: firmwareOf(uri) }))
      })
    })
  })
}

/**
 * The agent verifies its download by its key, which is not simulated; it checks the package, then switches to it: the host itself
 * keeps running.
 */
export function upgradeLinux({ device, params, answer }: PendingCommand): void {
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
