import type { Asked, Commands } from './answer-command.ts'
import { configureAccessPoint } from './configure.ts'
import { rttyOfAccessPoint } from './rtty.ts'
import { request, rrm, script, telemetry, wifiScan } from './standard.ts'
import { upgradeAccessPoint } from './upgrade.ts'

/** What the access points' client (also of routers and firewalls) carries out; it is silent on everything else. */
export const accessPointCommands: Commands = {
  configure: configureAccessPoint,
  request,
  ping: ({ answer }) => answer(0, 'Success'),
  reboot: (asked) => leave(asked, 'reboot'),
  factory: (asked) => leave(asked, 'factory'),
  fixedconfig: (asked) => leave(asked, 'fixedconfig'),
  upgrade: upgradeAccessPoint,
  leds,
  trace: ({ device, params, answer }) =>
    void device.later(Math.min(300, Number(params.duration) || 5), () => device.isConnected && answer(0, 'Success')),
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

// It says yes at once and acts twenty seconds later. Factory default finds its gateway again by DHCP.
function leave({ device, answer }: Asked, reason: string): void {
  answer(0, 'triggered command action')
  device.later(20, () => device.restart({ reason, extra: reason === 'reboot' ? 0 : 25, forget: reason !== 'reboot' }))
}

function leds({ params, answer }: Asked): void {
  const known = ['on', 'off', 'blink'].includes(String(params.pattern))
  answer(known ? 0 : 1, known ? 'Success' : 'invalid parameters')
}
