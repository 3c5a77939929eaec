import { agent } from '../../protocol/agent/protocol.ts'
import { defineDeviceDriver } from '../../kit/define-device-driver.ts'
import type { UcentralHello } from '../../protocol/ucentral/protocol.ts'
import type { DeviceIdentity } from '../../kit/facts.ts'
import { listOf, numberOf, objectOf, textOf, textsOf } from '../../kit/coerce.ts'
import { lateSamplesOf } from '../../kit/late-samples.ts'
import { decodeUcentral, type Dialect } from '../../protocol/ucentral/decode.ts'
import { identityOf, macOfDevice } from '../../protocol/ucentral/identity.ts'
import { encodeCommand } from '../../protocol/ucentral/encode.ts'
import { agentEncoders, verbsOfAgent } from './encode.ts'
import { logsOf } from './logs.ts'
import { shellPiece } from './shell.ts'
import { agentState } from './state.ts'
import { linuxCompiler } from './compile.ts'
import { sources } from './sources.ts'

const dialect: Dialect = { state: agentState, trustsStateUuid: true }
/** The type of telemetry with samples measured while offline, and the request for it. */
const samples = 'x-belvedere.samples'
const own = (hello: UcentralHello) => objectOf(hello.capabilities['x-belvedere'])

export const linuxAgent = defineDeviceDriver({
  family: 'linux-agent',
  words: { zh: 'Linux 软路由', en: 'Linux soft routers' },
  sources,
  protocol: agent.member({
    priority: 20,
    matches: (hello) => numberOf(own(hello).version) !== undefined,
    identify,
    encode: (command, can) => encodeCommand(agentEncoders, command, can),
    late: {
      ask: (most) => ({ method: samples, params: { most } }),
      kept: ({ series, last }) => ({ method: 'x-belvedere.kept', params: { series, last } }),
    },
    renew: (certificate, enrol_port) => ({
      method: 'x-belvedere.certificate',
      params: { certificate, enrol_port },
      timeout: 20_000,
      aside: true,
    }),
    maxMessage: 512_000,
    pingSeconds: 30,
  }),
  decode(method, params) {
    const piece = method === 'event' ? shellPiece(params) : undefined
    if (piece) return { streams: [piece] }
    const logs = method === 'event' ? logsOf(params) : undefined
    if (logs) return { logs }
    const entries = method === 'telemetry' ? objectOf(objectOf(params).data)[samples] : undefined
    if (entries === undefined) return decodeUcentral(method, params, dialect)
    const late = lateSamplesOf(listOf(entries, 1)[0])
    return late ? { late } : {}
  },
  fetches: () => ['pinned'],
  shipped: true,
  compile: linuxCompiler.compile,
  kinds: linuxCompiler.kinds,
  readBack: linuxCompiler.readBack,
})

function identify(hello: UcentralHello): DeviceIdentity {
  const verbs = verbsOfAgent(own(hello))
  const vendor = textOf(hello.capabilities.vendor, 64) ?? 'Linux'
  const cgi = verbs.includes('cgi') ? textsOf(own(hello).cgi, 64, 32) : []
  const methods = textsOf(own(hello).methods, 64, 32)
  const late = methods.includes('samples')
  const renews = methods.includes('certificate')
  const logs = methods.includes('logs')
  // its serial number is generated where the host has no network card
  const mac = macOfDevice(hello)
  return {
    ...identityOf(hello, 4, verbs),
    mac,
    vendor,
    cgi,
    ...(late && { late }),
    ...(renews && { renews }),
    ...(logs && { logs }),
  }
}
