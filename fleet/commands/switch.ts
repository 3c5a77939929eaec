import type { PendingCommand, Commands } from './command.ts'
import { configureSwitch, cyclePorts } from './configure.ts'
import { rttyOfSwitch } from './rtty.ts'
import { script, stream } from './standard.ts'
import { upgradeSwitch } from './upgrade.ts'

/** The commands of the switches' client; it answers "Success" to all others and does nothing. */
export const switchCommands: Commands = {
  configure: configureSwitch,
  ping: ({ answer }) => answer(0, 'Success'),
  reboot: (input) => leave(input, false),
  factory: (input) => leave(input, true),
  upgrade: upgradeSwitch,
  telemetry: streamOfSwitch,
  script,
  rtty: rttyOfSwitch,
  // builds for SONiC may implement it, and a demo without it would leave access points without power control
  powercycle: ({ device, params, answer }) => {
    answer(0, 'Success')
    cyclePorts(device, params)
  },
}

// `keep_redirector` is ignored. Not simulated: firmware that loses its gateway with its configuration
/** It restarts a running stream, and supports states only. */
function streamOfSwitch({ device, params, answer }: PendingCommand): void {
  const interval = Number(params.interval) || 0
  if (params.serial === undefined || (interval && params.types === undefined)) return answer(1, 'invalid parameters')
  device.streaming?.cancel()
  device.streaming = undefined
  answer(0, 'Telemetry configure requested successfully')
  if (interval > 0) stream(device, interval, true)
}

function leave({ device, answer }: PendingCommand, forget: boolean): void {
  answer(0, 'Success')
  device.later(3, () => device.restart({ reason: 'reboot', forget }))
}
