import { defineDeviceDriver } from '../../kit/define-device-driver.ts'
import { hearsUcentral, type Dialect } from '../../kit/ucentral/hears.ts'
import { identityOf, platformOf, verbsOf } from '../../kit/ucentral/identity.ts'
import { sayOf, sayRefreshSwitch, sayWatch, standardSayings, type Sayings } from '../../kit/ucentral/says.ts'
import { switchState } from '../../kit/ucentral/state.ts'
import { saySwitchUpgrade } from './upgrade.ts'
import { sayRtty } from '../../kit/ucentral/rtty.ts'
import { switchBoard } from '../../kit/ucentral/board.ts'
import { transplantUcentral } from '../../kit/ucentral/transplant.ts'
import { reportingOf } from '../../kit/ucentral/compile/metrics.ts'
import { readBack } from '../../kit/ucentral/compile/read-back.ts'
import { switchBase } from './base-from.ts'
import { compileSwitch } from './compile.ts'
import { switchPorts } from './ports.ts'
import { completeSwitch } from './former.ts'
import { sources } from './sources.ts'

// state.uuid shows the last configuration received, also one the switch refused
const dialect: Dialect = { state: switchState, trustsStateUuid: false }

// the client answers "Success" to every method, so only what it is known to carry out is listed: no leds, no request
const sayings: Sayings = {
  ...standardSayings,
  upgrade: saySwitchUpgrade,
  shell: sayRtty,
  watch: sayWatch,
  refresh: sayRefreshSwitch,
}

export const ucentralSwitch = defineDeviceDriver({
  family: 'ucentral-switch',
  words: { zh: 'OpenLAN 交换机', en: 'OpenLAN switches' },
  sources,
  priority: 10,
  matches: (hello) => platformOf(hello) === 'switch',
  identify: (hello) => identityOf(hello, 2, verbsOf(sayings, hello.capabilities)),
  hears: (method, params) => hearsUcentral(method, params, dialect),
  says: (command, can) => sayOf(sayings, command, can),
  // its library for downloads trusts the system's store alone
  fetches: () => ['public', 'plain'],
  compile: compileSwitch,
  without: ['wireless', 'radio'],
  ports: switchPorts,
  readBack,
  // it says what happens whether it was asked to or not, and has no wireless networks
  reporting: (document) => ({ ...reportingOf(document, 0), networks: true, events: true }),
  baseFrom: switchBase,
  complete: completeSwitch,
  replace: { board: switchBoard, transplant: transplantUcentral },
  maxMessage: 4_000_000,
  pingSeconds: 30,
})
