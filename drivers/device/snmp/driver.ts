import { snmp } from '../../protocol/snmp/protocol.ts'
import { defineDeviceDriver } from '../../kit/define-device-driver.ts'
import type { DeviceFacts, DeviceIdentity } from '../../kit/facts.ts'
import { bounded } from '../../kit/bounded.ts'
import { objectOf, within } from '../../kit/coerce.ts'
import { snmpQueries, oid } from './queries.ts'
import { interfacesOf, neighboursOf } from './interfaces.ts'
import { makerOfObject, modelOf, versionOf } from './makers.ts'
import { printerOf, upsOf } from './power-and-paper.ts'
import { columnOf, percentOf, readableOf, rowsOf, type Variables, wholeOf } from './variables.ts'
import { sources } from './sources.ts'

/** Any device with SNMP: switches, servers, UPS devices, printers of any vendor. */
export const snmpDevice = defineDeviceDriver({
  family: 'snmp',
  words: { zh: 'SNMP 设备', en: 'SNMP devices' },
  sources,
  protocol: snmp.member({
    priority: 0,
    matches: (values) => Object.keys(values).length > 0,
    identify,
    asks: snmpQueries,
  }),
  decode: (method, params) => (method === 'variables' ? { facts: factsOf(objectOf(params)) } : {}),
})

function identify(reported: Variables): DeviceIdentity {
  const description = readableOf(reported[oid.sysDescr], 1024) ?? ''
  return {
    type: 7,
    vendor: makerOfObject(reported[oid.sysObjectID]),
    model: modelOf(description),
    firmware: versionOf(description),
    verbs: [],
    cgi: [],
    capabilities: bounded({
      name: readableOf(reported[oid.sysName]),
      contact: readableOf(reported[oid.sysContact]),
      location: readableOf(reported[oid.sysLocation]),
      description,
    }) as Record<string, unknown>,
  }
}

function factsOf(variables: Variables): DeviceFacts {
  const uptime = wholeOf(variables[oid.hrSystemUptime]) ?? wholeOf(variables[oid.sysUpTime])
  return {
    uptime: uptime === undefined ? undefined : Math.floor(uptime / 100),
    load: loadOf(variables),
    cpu: cpuOf(variables),
    memory: memoryOf(variables),
    temperature: temperatureOf(variables),
    interfaces: interfacesOf(variables),
    neighbours: neighboursOf(variables),
    ups: upsOf(variables),
    printer: printerOf(variables),
  }
}

function loadOf(variables: Variables): DeviceFacts['load'] {
  const [one, five, fifteen] = [oid.laLoad1, oid.laLoad5, oid.laLoad15].map((key) =>
    within(readableOf(variables[key]), 0, 100_000),
  )
  return one === undefined || five === undefined || fifteen === undefined ? undefined : [one, five, fifteen]
}

function cpuOf(variables: Variables): number | undefined {
  const loads = [...columnOf(variables, `${oid.hrProcessorEntry}.2`).values()].flatMap(
    (value) => percentOf(value) ?? [],
  )
  if (loads.length) return Math.round(loads.reduce((all, one) => all + one, 0) / loads.length)
  const idle = percentOf(variables[oid.ssCpuIdle])
  return idle === undefined ? undefined : 100 - idle
}

/** hrStorageType of main memory. */
const RAM = '1.3.6.1.2.1.25.2.1.2'

function memoryOf(variables: Variables): DeviceFacts['memory'] {
  const kb = (key: string) => wholeOf(variables[key], 2 ** 40)
  const [total, free] = [kb(oid.memTotalReal), kb(oid.memAvailReal)]
  if (total && free !== undefined) {
    const cached = (kb(oid.memBuffer) ?? 0) + (kb(oid.memCached) ?? 0)
    return { total: total * 1024, free: Math.min(free, total) * 1024, cached: Math.min(cached, total) * 1024 }
  }
  const ram = [...rowsOf(variables, oid.hrStorageEntry).values()].find((row) => row[2] === RAM)
  const [unit, size, used] = [wholeOf(ram?.[4], 2 ** 20), wholeOf(ram?.[5], 2 ** 31), wholeOf(ram?.[6], 2 ** 31)]
  if (!unit || !size || used === undefined) return undefined
  return { total: size * unit, free: Math.max(0, size - used) * unit }
}

/** ENTITY-SENSOR-MIB: valid temperatures in degrees Celsius. The highest is used. */
function temperatureOf(variables: Variables): number | undefined {
  const values = [...rowsOf(variables, oid.sensorEntry, 128).values()].flatMap((row) => {
    const value = within(row[4], -1e9, 1e9)
    if (row[1] !== 8 || (row[5] !== undefined && row[5] !== 1) || value === undefined) return []
    // scale 9 is units, each step three decimals; then the digits after the decimal point
    const scale = within(row[2], 1, 17) ?? 9
    const degrees = value * 10 ** ((scale - 9) * 3 - (within(row[3], -8, 9) ?? 0))
    return degrees > -60 && degrees < 200 ? [Math.round(degrees * 10) / 10] : []
  })
  return values.length ? Math.max(...values) : undefined
}
