import { compact } from '../loose.ts'
import { listFolder, readNumber, readText } from '../host/read-file.ts'

export interface UnitFacts {
  uptime: number
  boottime: number
  load: [number, number, number]
  /** Bytes. */
  memory: { total: number; free: number; cached: number; buffered: number; available: number }
  /** [average, maximum] °C. */
  temperature?: [number, number]
}

export async function readUnit(now: number): Promise<UnitFacts> {
  const [uptime, load, memory, temperature] = await Promise.all([
    readText('/proc/uptime'),
    readText('/proc/loadavg'),
    readText('/proc/meminfo'),
    readTemperature(),
  ])
  const seconds = Math.floor(Number(uptime?.split(' ')[0] ?? 0))
  return compact({
    uptime: seconds,
    boottime: now - seconds,
    load: loadOf(load ?? ''),
    memory: memoryOf(memory ?? ''),
    temperature,
  })
}

export function loadOf(line: string): [number, number, number] {
  const [one = 0, five = 0, fifteen = 0] = line
    .split(' ')
    .slice(0, 3)
    .map((part) => Number(part) || 0)
  return [one, five, fifteen]
}

/** /proc/meminfo in bytes. `cached` counts reclaimable slabs, as `free` does. */
export function memoryOf(table: string): UnitFacts['memory'] {
  const kilobytes = new Map<string, number>()
  for (const line of table.split('\n')) {
    const found = /^(\w+):\s+(\d+)/.exec(line)
    if (found) kilobytes.set(found[1] ?? '', Number(found[2]))
  }
  const bytes = (...names: string[]) => names.reduce((sum, name) => sum + (kilobytes.get(name) ?? 0), 0) * 1024
  return {
    total: bytes('MemTotal'),
    free: bytes('MemFree'),
    cached: bytes('Cached', 'SReclaimable'),
    buffered: bytes('Buffers'),
    available: bytes(kilobytes.has('MemAvailable') ? 'MemAvailable' : 'MemFree'),
  }
}

async function readTemperature(): Promise<[number, number] | undefined> {
  const zones = (await listFolder('/sys/class/thermal')).filter((name) => name.startsWith('thermal_zone')).slice(0, 64)
  const read = await Promise.all(zones.map((zone) => readNumber(`/sys/class/thermal/${zone}/temp`)))
  // Unconnected sensors report implausible values (-273, 0, 127.5 on some boards); they are ignored.
  const degrees = read
    .filter((value) => value !== undefined)
    .map((value) => value / 1000)
    .filter((c) => c > 0 && c < 125)
  if (degrees.length === 0) return undefined
  const average = degrees.reduce((sum, value) => sum + value, 0) / degrees.length
  return [Math.round(average), Math.round(Math.max(...degrees))]
}

/** Keeps /proc/stat between two calls and returns the busy share in percent [all, core 0, …]; undefined the first time. */
export function cpuMeter(): () => Promise<number[] | undefined> {
  let before: CoreTimes[] | undefined
  return async () => {
    const now = coreTimes((await readText('/proc/stat')) ?? '')
    const last = before
    before = now
    return last && busyShare(last, now)
  }
}

interface CoreTimes {
  busy: number
  all: number
}

/** The `cpu` lines of /proc/stat: user nice system idle iowait irq softirq steal (guest is inside user). */
export function coreTimes(table: string): CoreTimes[] {
  return table
    .split('\n')
    .filter((line) => /^cpu\d* /.test(line))
    .slice(0, 257)
    .map((line) => {
      const times = line.trim().split(/\s+/).slice(1, 9).map(Number)
      const all = times.reduce((sum, time) => sum + time, 0)
      return { all, busy: all - (times[3] ?? 0) - (times[4] ?? 0) }
    })
}

export function busyShare(before: CoreTimes[], after: CoreTimes[]): number[] | undefined {
  if (after.length === 0 || before.length !== after.length) return undefined
  return after.map((core, i) => {
    const last = before[i] ?? core
    const all = core.all - last.all
    return all <= 0 ? 0 : Math.min(100, Math.max(0, Math.round(((core.busy - last.busy) / all) * 100)))
  })
}
