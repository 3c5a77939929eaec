import type { DeviceFacts } from '../../kit/facts.ts'
import { countOf, listOf, numberOf, objectOf, textOf, wholeWithin, within, type Loose } from '../../kit/coerce.ts'

/** Uptime, clock, load, memory, temperature and power budget of a uCentral `unit`. */
export function unitFacts(unit: Loose): DeviceFacts {
  return {
    uptime: countOf(unit.uptime, 4_294_967_295),
    clock: wholeWithin(unit.localtime, 1, 4_294_967_295),
    load: loadOf(unit.load),
    cpu: cpuOf(unit.cpu_load),
    memory: memoryOf(objectOf(unit.memory)),
    temperature: hottest(unit.temperature),
    poe: budgetOf(objectOf(unit.poe)),
  }
}

function loadOf(value: unknown): DeviceFacts['load'] {
  if (!Array.isArray(value)) return undefined
  const [one, five, fifteen] = [value[0], value[1], value[2]].map((load) => within(load, 0, 100_000))
  return one === undefined || five === undefined || fifteen === undefined ? undefined : [one, five, fifteen]
}

/** `[total, core 0, …]`, or only the total. */
function cpuOf(value: unknown): number | undefined {
  return within(Array.isArray(value) ? value[0] : value, 0, 100)
}

function memoryOf(memory: Loose): DeviceFacts['memory'] {
  const total = countOf(memory.total)
  const free = countOf(memory.free)
  if (!total || free === undefined || free > total) return undefined
  const cached = (countOf(memory.cached) ?? 0) + (countOf(memory.buffered) ?? 0)
  return { total, free, cached: Math.min(cached, total - free) }
}

/** `[average, maximum]`, or one value. */
function hottest(value: unknown): number | undefined {
  let top: number | undefined
  for (const one of Array.isArray(value) ? listOf(value, 16) : [value]) {
    const degrees = within(one, -60, 200)
    if (degrees !== undefined && (top === undefined || degrees > top)) top = degrees
  }
  return top
}

function budgetOf(poe: Loose): DeviceFacts['poe'] {
  const budget_w = within(poe['max-power-budget'], 0, 100_000)
  const used = numberOf(poe['power-consumed'])
  if (budget_w === undefined || used === undefined || used < 0) return undefined
  // the schema defines mW, switches report W: consumption never exceeds the budget, so a larger value is mW
  return { budget_w, used_w: used > budget_w ? used / 1000 : used, status: textOf(poe['power-status'], 32) }
}
