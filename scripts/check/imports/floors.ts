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
