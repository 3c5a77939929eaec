import type { NetNode } from '../model/network.ts'

/** A pseudo-random value, 0 to 1, that differs between devices and changes slowly, without stored state. */
export function sway(node: NetNode, now: number, period: number): number {
  const phase = Number.parseInt(node.serial.slice(-4), 16)
  return 0.5 + 0.5 * Math.sin((now / period) * 2 * Math.PI + phase) * Math.cos((now / period) * 1.7 + phase * 1.3)
}

/** Percent of all cores busy. */
export function cpuOf(node: NetNode, now: number): number {
  const { cpuAtRest, cpuPerMbps } = node.model
  const clients = node.stations.size * 0.08
  return Math.max(1, Math.min(99, cpuAtRest * (0.7 + 0.6 * sway(node, now, 97)) + clients + node.load * cpuPerMbps))
}

/** Degrees Celsius: [average, maximum]. */
export function temperatureOf(node: NetNode, now: number): [number, number] | undefined {
  const { warmth } = node.model
  if (warmth === undefined) return undefined
  const hottest = Math.round(warmth + cpuOf(node, now) * 0.2 + 4 * sway(node, now, 86_400) + node.overheat)
  return [hottest - 3, hottest]
}

export function memoryOf(
  node: NetNode,
  now: number,
): { total: number; free: number; cached: number; buffered: number } {
  const { memory: total, memoryAtRest } = node.model
  const clients = (node.stations.size + node.wired.length) * 0.0006
  const used = Math.min(0.93, memoryAtRest + clients + 0.04 * sway(node, now, 5400))
  const page = (share: number) => Math.round((total * share) / 4096) * 4096
  return { total, free: page(1 - used - 0.08), cached: page(0.071), buffered: page(0.009) }
}

export function loadOf(node: NetNode, now: number): [number, number, number] {
  const { cores, cpuPerMbps } = node.model
  const base = (cpuOf(node, now) - node.load * cpuPerMbps) / 100
  const at = (load: number) => Math.round(cores * (base + (load * cpuPerMbps) / 100) * 100) / 100
  return [at(node.load), at(node.load5), at(node.load15)]
}

/** `[total, core 0, …]`, in the format of the access points. */
export function coresOf(node: NetNode, now: number): number[] {
  const total = cpuOf(node, now)
  const cores = Array.from({ length: node.model.cores }, (_, i) => {
    return Math.max(0, Math.min(100, Math.round(total * (0.75 + 0.5 * sway(node, now + 31 * i, 41)))))
  })
  return [Math.round(total), ...cores]
}

/** Members that all families report in the same way. */
export function unitOf(node: NetNode, now: number) {
  const localtime = Math.floor(now)
  return { localtime, uptime: Math.floor(now - node.bootAt), load: loadOf(node, now), memory: memoryOf(node, now) }
}
