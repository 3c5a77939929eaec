/**
 * The floors of the server's rooms, the highest first. A room may import another one's `api.ts` along its floor or downwards, types
 * included (ADR 64).
 */
export const floors: readonly { readonly floor: number; readonly rooms: readonly string[] }[] = [
  { floor: 6, rooms: ['tool', 'optimize', 'report'] },
  { floor: 5, rooms: ['notify', 'patrol', 'firmware'] },
  { floor: 4, rooms: ['alarm', 'alarm-type', 'intent', 'change', 'wireless', 'backup', 'enrol'] },
  { floor: 3, rooms: ['topology', 'terminal', 'stat', 'monitor', 'remote'] },
  { floor: 2, rooms: ['device', 'task'] },
  { floor: 1, rooms: ['scene', 'node', 'feedback'] },
  { floor: 0, rooms: ['account', 'captcha', 'delivery', 'log', 'document'] },
]

export interface RoomException {
  readonly from: string
  readonly to: string
  /** Files of `from` that still import `to`. */
  readonly files: readonly string[]
  /** What turns the import round. */
  readonly reason: string
}

/** Imports that run up and are not turned yet. The list only shrinks: an entry without its import is refused. */
export const upwardExceptions: readonly RoomException[] = []

export interface FileException {
  readonly from: string
  readonly to: string
  readonly reason: string
}

/** Imports that close a circle of files and are not turned yet. The list only shrinks, as the one above. */
export const circleExceptions: readonly FileException[] = [
  { from: 'fleet/model/terminal.ts', to: 'fleet/model/network.ts', reason: 'the type gets a file of its own' },
  {
    from: 'server/gateways/ucentral/hub.ts',
    to: 'server/gateways/ucentral/connection.ts',
    reason: 'the type gets a file of its own',
  },
  {
    from: 'server/gateways/ucentral/commands.ts',
    to: 'server/gateways/ucentral/connection.ts',
    reason: 'the type gets a file of its own',
  },
  {
    from: 'server/gateways/ucentral/late-samples-queue.ts',
    to: 'server/gateways/ucentral/connection.ts',
    reason: 'the type gets a file of its own',
  },
  {
    from: 'server/gateways/ucentral/renewals.ts',
    to: 'server/gateways/ucentral/connection.ts',
    reason: 'the type gets a file of its own',
  },
  {
    from: 'server/gateways/ucentral/shells.ts',
    to: 'server/gateways/ucentral/connection.ts',
    reason: 'the type gets a file of its own',
  },
  {
    from: 'server/gateways/ucentral/conformance/test-device.ts',
    to: 'server/gateways/ucentral/conformance/rig.ts',
    reason: 'the type gets a file of its own',
  },
]
