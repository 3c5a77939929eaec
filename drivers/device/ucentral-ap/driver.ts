import { defineDeviceDriver } from '../../kit/define-device-driver.ts'
import type { DeviceIdentity } from '../../kit/facts.ts'
import { type UcentralHello, ucentral } from '../../protocol/ucentral/protocol.ts'
import { scriptedCommitConfirm } from '../../protocol/ucentral/commit-confirm.ts'
import { decodeUcentral, type Dialect } from '../../protocol/ucentral/decode.ts'
import { identityOf, platformOf, verbsOf } from '../../protocol/ucentral/identity.ts'
import {
  encodeLeds,
  encodeCommand,
  encodeApRefresh,
  encodeWatch,
  standardEncoders,
  type CommandEncoders,
} from '../../protocol/ucentral/encode.ts'
import { apState } from '../../protocol/ucentral/state.ts'
import { hasRadios } from '../../protocol/ucentral/wireless.ts'
import { encodeListen } from '../../protocol/ucentral/listen.ts'
import { encodeCapture } from '../../protocol/ucentral/capture.ts'
import { encodeKick } from '../../protocol/ucentral/kick.ts'
import { encodeShell } from '../../protocol/ucentral/rtty.ts'
import { apBoard } from '../../protocol/ucentral/board.ts'
import { transplantUcentral } from '../../protocol/ucentral/transplant.ts'
import { reportingOf } from '../../protocol/ucentral/compile/metrics.ts'
import { readBack } from '../../protocol/ucentral/compile/read-back.ts'
import { apPorts, compileAp } from './compile.ts'
import { fetchesOf, encodeApUpgrade } from './upgrade.ts'
import { sources } from './sources.ts'

const dialect: Dialect = { state: apState, trustsStateUuid: true }
const apEncoders: CommandEncoders = {
  ...standardEncoders,
  ...scriptedCommitConfirm,
  upgrade: encodeApUpgrade,
  leds: encodeLeds,
  refresh: encodeApRefresh,
  listen: encodeListen,
  shell: encodeShell,
  kick: encodeKick,
  capture: encodeCapture,
  watch: encodeWatch,
}
const { listen: _, kick: __, ...withoutRadios } = apEncoders
const encodersOf = (capabilities: UcentralHello['capabilities']): CommandEncoders =>
  hasRadios(capabilities) ? apEncoders : withoutRadios

/** Seconds between states when the document does not set them: the default of the firmware. */
const FACTORY = 600

export const ucentralAp = defineDeviceDriver({
  family: 'ucentral-ap',
  words: { zh: 'OpenWiFi 无线接入点与路由器', en: 'OpenWiFi access points and routers' },
  sources,
  protocol: ucentral.member({
    priority: 0,
    // the client's own default: devices without a more specific driver use the protocol of access points
    matches: () => true,
    identify: (hello) => identityOf(hello, typeOf(hello), verbsOf(encodersOf(hello.capabilities), hello.capabilities)),
    encode: (command, can) => encodeCommand(apEncoders, command, can),
    maxMessage: 32_768,
    pingSeconds: 30,
  }),
  decode: (method, params) => decodeUcentral(method, params, dialect),
  fetches: fetchesOf,
  holdsImages: true,
  compile: compileAp,
  kinds: ['system', 'wireless', 'radio', 'lan', 'wan', 'port', 'service', 'raw'],
  ports: () => apPorts,
  readBack,
  reporting: (document) => reportingOf(document, FACTORY),
  replace: { board: apBoard, transplant: transplantUcentral },
})

/** A board without radios that runs the access point's client is a router; an unknown platform has type other. */
function typeOf(hello: UcentralHello): DeviceIdentity['type'] {
  const platform = platformOf(hello)
  if (platform === 'router' || platform === 'olg') return 0
  if (platform === 'firewall') return 3
  if (hasRadios(hello.capabilities)) return 1
  return platform === 'ap' ? 0 : 7
}
