import type { PendingCommand, Commands } from './command.ts'
import type { Restart } from '../device/commanded-device.ts'
import { configureAccessPoint } from './configure.ts'
import { rttyOfAccessPoint } from './rtty.ts'
import { request, rrm, script, telemetry, wifiScan } from './standard.ts'
import { trace } from './trace.ts'
import { upgradeAccessPoint } from './upgrade.ts'

/** What the access points' client (also of routers and firewalls) carries out; it is silent on everything else. */
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

// It says yes at once and acts twenty seconds later.
function leave({ device, answer }: PendingCommand, restart: Restart): void {
  answer(0, 'triggered command action')
  device.later(20, () => device.restart(restart))
}

/**
 * With `keep_redirector` its keys, the address of its gateway and the configuration in force are put aside before all is wiped. What it
 * cannot show: that its maker's certificate and DHCP may bring it back without; here it stays away until its reset button is pressed.
 */
function factory(requested: PendingCommand): void {
  const isLost = !requested.params.keep_redirector
  leave(requested, { reason: 'factory', extra: 25, forget: isLost, strays: isLost })
}

/** Blinking is answered at once, for 0 seconds without effect; on and off are a setting that is written. */
function leds({ device, params, answer }: PendingCommand): void {
  if (typeof params.pattern !== 'string') return device.client?.terminate()
  if (params.pattern === 'blink') return answer(0, 'success', { resultCode: 0 })
  answer(0, 'triggered command action', { resultCode: 0 })
}
