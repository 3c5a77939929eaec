import { defineDeviceDriver, type DeviceIdentity, type Hello } from '../../kit/define-device-driver.ts'
import { scriptedCommitConfirm } from '../../kit/ucentral/commit-confirm.ts'
import { hearsUcentral, type Dialect } from '../../kit/ucentral/hears.ts'
import { identityOf, platformOf, verbsOf } from '../../kit/ucentral/identity.ts'
import { sayLeds, sayOf, sayRefreshAp, sayWatch, standardSayings, type Sayings } from '../../kit/ucentral/says.ts'
import { apState } from '../../kit/ucentral/state.ts'
import { hasRadios } from '../../kit/ucentral/wireless.ts'
import { sayListen } from '../../kit/ucentral/listen.ts'
import { sayCapture } from '../../kit/ucentral/capture.ts'
import { sayKick } from '../../kit/ucentral/kick.ts'
import { sayRtty } from '../../kit/ucentral/rtty.ts'
import { apBoard } from '../../kit/ucentral/board.ts'
import { transplantUcentral } from '../../kit/ucentral/transplant.ts'
import { reportingOf } from '../../kit/ucentral/compile/metrics.ts'
import { readBack } from '../../kit/ucentral/compile/read-back.ts'
import { apPorts, compileAp } from './compile.ts'
import { fetchesOf, sayApUpgrade } from './upgrade.ts'
import { sources } from './sources.ts'

const dialect: Dialect = { state: apState, trustsStateUuid: true }
const sayings: Sayings = {
  ...standardSayings,
  ...scriptedCommitConfirm,
  upgrade: sayApUpgrade,
  leds: sayLeds,
  refresh: sayRefreshAp,
  listen: sayListen,
  shell: sayRtty,
  kick: sayKick,
  capture: sayCapture,
  watch: sayWatch,
}
const { listen: _, kick: __, ...withoutRadios } = sayings
const sayingsOf = (capabilities: Hello['capabilities']): Sayings => (hasRadios(capabilities) ? sayings : withoutRadios)

/** Seconds between states of a device whose document does not say: the default of its firmware. */
const FACTORY = 600

export const ucentralAp = defineDeviceDriver({
  family: 'ucentral-ap',
  words: { zh: 'OpenWiFi 无线接入点与路由器', en: 'OpenWiFi access points and routers' },
  sources,
  priority: 0,
  // the client's own default: whatever is not recognised by a more particular driver speaks as an access point does
  matches: () => true,
  identify: (hello) => identityOf(hello, typeOf(hello), verbsOf(sayingsOf(hello.capabilities), hello.capabilities)),
  hears: (method, params) => hearsUcentral(method, params, dialect),
  says: (command, can) => sayOf(sayings, command, can),
  fetches: fetchesOf,
  compile: compileAp,
  ports: () => apPorts,
  readBack,
  reporting: (document) => reportingOf(document, FACTORY),
  replace: { board: apBoard, transplant: transplantUcentral },
  maxMessage: 32_768,
  pingSeconds: 30,
})

/** A board without radios that runs the access point's client is a router; a platform nobody told of is anything. */
function typeOf(hello: Hello): DeviceIdentity['type'] {
  const platform = platformOf(hello)
  if (platform === 'router' || platform === 'olg') return 0
  if (platform === 'firewall') return 3
  if (hasRadios(hello.capabilities)) return 1
  return platform === 'ap' ? 0 : 7
}
