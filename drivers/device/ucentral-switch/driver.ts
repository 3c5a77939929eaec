import { ucentral } from '../../protocol/ucentral/protocol.ts'
import { defineDeviceDriver } from '../../kit/define-device-driver.ts'
import { decodeUcentral, type Dialect } from '../../protocol/ucentral/decode.ts'
import { identityOf, platformOf, verbsOf } from '../../protocol/ucentral/identity.ts'
import {
  encodeCommand,
  encodeSwitchRefresh,
  encodeWatch,
  standardEncoders,
  type CommandEncoders,
} from '../../protocol/ucentral/encode.ts'
import { switchState } from '../../protocol/ucentral/state.ts'
import { encodeSwitchUpgrade } from './upgrade.ts'
import { encodeShell } from '../../protocol/ucentral/rtty.ts'
import { switchBoard } from '../../protocol/ucentral/board.ts'
import { transplantUcentral } from '../../protocol/ucentral/transplant.ts'
import { reportingOf } from '../../protocol/ucentral/compile/metrics.ts'
import { readBack } from '../../protocol/ucentral/compile/read-back.ts'
import { switchBase } from './base-from.ts'
import { compileSwitch } from './compile.ts'
import { switchPorts } from './ports.ts'
import { completeSwitch } from './former.ts'
import { sources } from './sources.ts'

// state.uuid shows the last configuration received, also one that the switch refused
const dialect: Dialect = { state: switchState, trustsStateUuid: false }

// the client answers "Success" to every method, so only supported ones are listed: no leds, no request
const switchEncoders: CommandEncoders = {
  ...standardEncoders,
  upgrade: encodeSwitchUpgrade,
  shell: encodeShell,
  watch: encodeWatch,
  refresh: encodeSwitchRefresh,
}

export const ucentralSwitch = defineDeviceDriver({
  family: 'ucentral-switch',
  words: { zh: 'OpenLAN 交换机', en: 'OpenLAN switches' },
  sources,
  protocol: ucentral.member({
    priority: 10,
    matches: (hello) => platformOf(hello) === 'switch',
    identify: (hello) => identityOf(hello, 2, verbsOf(switchEncoders, hello.capabilities)),
    encode: (command, can) => encodeCommand(switchEncoders, command, can),
    maxMessage: 4_000_000,
    pingSeconds: 30,
  }),
  decode: (method, params) => decodeUcentral(method, params, dialect),
  // its library for downloads trusts only the system's CA store
  fetches: () => ['public', 'plain'],
  holdsImages: true,
  compile: compileSwitch,
  kinds: ['system', 'lan', 'wan', 'port', 'service', 'raw'],
  ports: switchPorts,
  readBack,
  // it sends events regardless of the settings, and has no wireless networks
  reporting: (document) => ({ ...reportingOf(document, 0), networks: true, events: true }),
  baseFrom: switchBase,
  complete: completeSwitch,
  replace: { board: switchBoard, transplant: transplantUcentral },
})
