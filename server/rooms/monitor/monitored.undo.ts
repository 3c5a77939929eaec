import { monitoredCalls } from '@belvedere/contract/rooms/monitor/monitored.ts'
import { defineUndo, type Reversal, type AuditedWrite } from '../../engines/undo/define-undo.ts'
import { deviceReversal as device } from '../device/api.ts'
import { type ListedNetwork, listNetworks } from './monitored/network-store.ts'
import { lockMonitored } from './monitored/store.ts'
import { calls, shownMonitored } from './monitored.ts'

type ShownMonitoredDevice = ReturnType<typeof shownMonitored>

/**
 * Secrets are not part of an operation: the current ones stay, and a device that was moved cannot be restored with
 * them.
 */
const third: Reversal = {
  kind: 'device',
  async read(ctx, id) {
    const found = await lockMonitored(ctx, id)
    return found && shownMonitored(found)
  },
  async change(ctx, id, to) {
    const now = await lockMonitored(ctx, id)
    if (!now) return
    const { name, ip, kind, mac, logo_id, monitor } = { ...now, ...(to as Partial<ShownMonitoredDevice>) }
    // only the members of a monitor that differ are restored; missing ones become null
    const told = Object.entries({ ...now.monitor, ...monitor }).filter(([, value]) => value !== null)
    const input = { name, ip, mac: mac ?? '', logo_id: logo_id ?? 0, kind: kind as 'other' }
    await calls.handlers.mod(ctx, {
      id,
      ...input,
      monitor: Object.fromEntries(told) as ShownMonitoredDevice['monitor'],
    })
  },
}

type Networks = { networks: ListedNetwork[] }

const networks: Reversal = {
  kind: 'monitor-networks',
  read: async (ctx) => ({ networks: await listNetworks(ctx) }),
  change: (ctx, _, to) => calls.handlers.allow(ctx, to as Networks),
}

export const undo = defineUndo(monitoredCalls, {
  mod: ({ before }: AuditedWrite) => (before ? third : device),
  allow: networks,
})
