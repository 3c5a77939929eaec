import type { PendingCommand, Commands } from './command.ts'
import type { Restart } from '../device/commanded-device.ts'
import { configureAccessPoint } from './configure.ts'
import { rttyOfAccessPoint } from './rtty.ts'
import { request, rrm, script, telemetry, wifiScan } from './standard.ts'
import { trace } from './trace.ts'
import { upgradeAccessPoint } from './upgrade.ts'

/** The commands of the access points' client (also of routers and firewalls); it does not answer any others. */
export const accessPointCommands: Commands = {
  configure: configureAccessPoint,
  request,
  ping: ({ answer }) => answer(0, 'Success'),
  reboot: (input) => leave(input, { reason: 'reboot' }),
  factory,
  fixedconfig: (input) => leave(input, { reason: 'fixedconfig', extra: 25, forget: true }),
  upgrade: upgradeAccessPoint,
  leds,
  trace,
  wifiscan: wifiScan,
  event: ({ answer }) => answer(0, 'Success', {}, { events: {} }),
  telemetry,
  rtty: rttyOfAccessPoint,
  script,
  rrm,
  reenroll: ({ device, answer }) => {
    answer(0, 'triggered command action')
    device.later(10, () => device.restartClient())
  },
  package: ({ answer }) => answer(0, 'Success', {}, { packages: {} }),
}

// It acknowledges at once and acts twenty seconds later.
function leave({ device, answer }: PendingCommand, restart: Restart): void {
  answer(0, 'triggered command action')
  device.later(20, () => device.restart(restart))
}

/**
 * With `keep_redirector` its keys, the address of its gateway and the active configuration are saved before the reset. Not
 * simulated: its vendor certificate and DHCP may let it reconnect without them; here it stays offline until its reset button is
 * pressed.
 */
function factory(requested: PendingCommand): void {
  const isLost = !requested.params.keep_redirector
  leave(requested, { reason: 'factory', extra: 25, forget: isLost, strays: isLost })
}

/** Blinking is answered at once, and has no effect for 0 seconds; on and off are stored settings. */
function leds({ device, params, answer }: PendingCommand): void {
  if (typeof params.pattern !== 'string') return device.client?.terminate()
  if (params.pattern === 'blink') return answer(0, 'success', { resultCode: 0 })
  answer(0, 'triggered command action', { resultCode: 0 })
}
