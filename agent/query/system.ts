import files from 'node:fs/promises'
import { cpus, userInfo } from 'node:os'
import { readHost } from '../facts/host.ts'
import { readNameServers } from '../facts/resolver.ts'
import { readUnit } from '../facts/unit.ts'
import { readNumber } from '../host/read-file.ts'
import { version } from '../version.ts'
import { defineQuery } from './define-query.ts'

export const system = defineQuery('system', async () => {
  const [host, unit, disk, servers, forwarding, connections] = await Promise.all([
    readHost(),
    readUnit(Math.floor(Date.now() / 1000)),
    // Not available before Node 18.15.
    files.statfs?.('/'),
    readNameServers(),
    readNumber('/proc/sys/net/ipv4/ip_forward'),
    readNumber('/proc/sys/net/netfilter/nf_conntrack_count'),
  ])
  const values: Record<string, string | number | undefined> = {
    hostname: host.hostname,
    model: host.model,
    system: host.system,
    kernel: host.kernel,
    architecture: host.architecture,
    // Empty where /proc/cpuinfo has no model lines.
    cpus: cpus().length || undefined,
    cpu_model: cpus()[0]?.model,
    uptime_s: unit.uptime,
    boot_time: new Date(unit.boottime * 1000).toISOString(),
    local_time: new Date().toISOString(),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    load: unit.load.join(' '),
    memory_total: unit.memory.total,
    memory_available: unit.memory.available,
    disk_total: disk && disk.blocks * disk.bsize,
    disk_free: disk && disk.bavail * disk.bsize,
    temperature: unit.temperature?.[1],
    name_servers: servers.join(', '),
    forwarding: forwarding === undefined ? undefined : forwarding === 0 ? 'off' : 'on',
    connections,
    agent: version,
    node: process.version,
    user: userInfo().username,
  }
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([item, value]) => ({ item, value }))
})
