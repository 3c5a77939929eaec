import type { PrinterFact, UpsFact } from '../../kit/facts.ts'
import { numberOf, within } from '../../kit/coerce.ts'
import { oid } from './queries.ts'
import { columnOf, percentOf, readableOf, rowsOf, type Variables, wholeOf } from './variables.ts'

/** upsOutputSource of RFC 1628. */
const sources: Readonly<Record<number, UpsFact['source']>> = { 2: 'none', 3: 'mains', 4: 'bypass', 5: 'battery' }
/** upsBatteryStatus: low, and depleted. */
const low: readonly unknown[] = [3, 4]

/** UPS data of RFC 1628; undefined for other devices. */
export function upsOf(variables: Variables): UpsFact | undefined {
  const source = wholeOf(variables[oid.upsOutputSource])
  const battery = variables[oid.upsBatteryStatus]
  if (source === undefined && battery === undefined) return undefined
  const first = (column: string) => columnOf(variables, column).values().next().value
  return {
    source: sources[source ?? 0] ?? 'other',
    charge: percentOf(variables[oid.upsCharge]),
    minutes_left: wholeOf(variables[oid.upsMinutesLeft], 100_000),
    load: percentOf(first(`${oid.upsOutputEntry}.5`)),
    input_v: within(first(`${oid.upsInputEntry}.3`), 0, 10_000),
    output_v: within(first(`${oid.upsOutputEntry}.2`), 0, 10_000),
    battery_low: battery === undefined ? undefined : low.includes(battery),
  }
}

/** hrPrinterStatus. */
const states: Readonly<Record<number, PrinterFact['status']>> = { 3: 'idle', 4: 'printing', 5: 'warming' }

/** hrPrinterDetectedErrorState, the most significant bit of the first octet first. */
const faultNames = [
  'lowPaper',
  'noPaper',
  'lowToner',
  'noToner',
  'doorOpen',
  'jammed',
  'offline',
  'serviceRequested',
  'inputTrayMissing',
  'outputTrayMissing',
  'markerSupplyMissing',
  'outputNearFull',
  'outputFull',
  'inputTrayEmpty',
  'overduePreventMaint',
] as const

/** Printer data of RFC 3805: state, pages, supplies, faults. */
export function printerOf(variables: Variables): PrinterFact | undefined {
  const [printer] = rowsOf(variables, oid.hrPrinterEntry).values()
  const supplies = rowsOf(variables, oid.supplyEntry, 64)
  if (!printer && supplies.size === 0) return undefined
  const pages = columnOf(variables, `${oid.markerEntry}.4`).values().next().value
  return {
    status: states[wholeOf(printer?.[1]) ?? 0] ?? 'other',
    pages: wholeOf(pages),
    supplies: [...supplies.values()].map((row, at) => ({
      name: readableOf(row[6], 64) ?? `#${at + 1}`,
      left: leftOf(numberOf(row[9]), numberOf(row[8])),
    })),
    faults: faultsOf(printer?.[2]),
  }
}

/** Negative levels mean unknown, or just "some"; a capacity may be unknown too. */
function leftOf(level: number | undefined, capacity: number | undefined): number | undefined {
  if (level === undefined || capacity === undefined || level < 0 || capacity <= 0) return undefined
  return percentOf(Math.round((level / capacity) * 100))
}

function faultsOf(value: unknown): string[] {
  if (typeof value !== 'string') return []
  return faultNames.filter((_, bit) => (value.charCodeAt(bit >> 3) >> (7 - (bit & 7))) & 1)
}
