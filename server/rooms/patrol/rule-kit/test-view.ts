import type { PatrolSceneView, ViewAlarm, ViewDevice } from '../view/scene-view.ts'

/** For tests: any time. */
export const NOW = 1_790_000_000

let ids = 0

/** For tests: an online access point without problems. */
export function device(more: Partial<ViewDevice> = {}): ViewDevice {
  const id = more.id ?? ++ids
  return {
    id,
    name: `AP ${id}`,
    sn: String(id).padStart(12, '0'),
    type: 1,
    vendor: 'Cascade',
    model: 'CW-AX50',
    firmware: '4.1.0',
    online: true,
    since: NOW - 86_400,
    simulated: false,
    claimed_at: NOW - 30 * 86_400,
    verbs: ['backup'],
    sync: 1,
    facts: {},
    facts_at: NOW - 30,
    runs: undefined,
    cpu: null,
    mem: null,
    temp: null,
    backup_at: NOW - 3600,
    newer: undefined,
    wireless: { total: 0, weak: 0 },
    ...more,
  }
}

/** For tests: a scene of these devices. */
export function viewOf(devices: readonly ViewDevice[], more: Partial<PatrolSceneView> = {}): PatrolSceneView {
  return {
    now: NOW,
    scene_id: 1,
    time_zone: 'Asia/Shanghai',
    devices,
    byId: new Map(devices.map((one) => [one.id, one])),
    alarms: [],
    overdue_days: 7,
    endless_shares: 0,
    addresses: [],
    links: new Map(),
    depths: new Map(),
    ...more,
  }
}

export const alarm = (device_id: number, type: string, more: Partial<ViewAlarm> = {}): ViewAlarm => ({
  device_id,
  type,
  key: '',
  level: 1,
  cnt: 1,
  open: true,
  last_at: NOW - 60,
  ...more,
})
