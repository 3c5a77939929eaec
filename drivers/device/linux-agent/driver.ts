import { defineDeviceDriver, type Hello } from '../../kit/define-device-driver.ts'
import type { DeviceIdentity } from '../../kit/facts.ts'
import { numberOf, objectOf, textOf, textsOf } from '../../kit/coerce.ts'
import { hearsUcentral, type Dialect } from '../../kit/ucentral/hears.ts'
import { identityOf } from '../../kit/ucentral/identity.ts'
import { sayOf } from '../../kit/ucentral/says.ts'
import { agentSayings, verbsOfAgent } from './says.ts'
import { shellPiece } from './shell.ts'
import { agentState } from './state.ts'
import { readBack } from '../../kit/ucentral/compile/read-back.ts'
import { compileLinux } from './compile.ts'

const dialect: Dialect = { state: agentState, trustsStateUuid: true }
const own = (hello: Hello) => objectOf(hello.capabilities['x-belvedere'])

export const linuxAgent = defineDeviceDriver({
  family: 'linux-agent',
  words: { zh: 'Linux 软路由', en: 'Linux soft routers' },
  priority: 20,
  matches: (hello) => numberOf(own(hello).version) !== undefined,
  identify,
  hears(method, params) {
    const piece = method === 'event' ? shellPiece(params) : undefined
    return piece ? { streams: [piece] } : hearsUcentral(method, params, dialect)
  },
  says: (command, can) => sayOf(agentSayings, command, can),
  compile: compileLinux,
  readBack,
  maxMessage: 512_000,
  pingSeconds: 30,
})

function identify(hello: Hello): DeviceIdentity {
  const verbs = verbsOfAgent(own(hello))
  const vendor = textOf(hello.capabilities.vendor, 64) ?? 'Linux'
  const cgi = verbs.includes('cgi') ? textsOf(own(hello).cgi, 64, 32) : []
  return { ...identityOf(hello, 4, verbs), vendor, cgi }
}
