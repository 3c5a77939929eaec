import type { FaultRequest } from '../device/faults.ts'
import type { ActiveFault, DeviceStatus, Fleet, FleetStatus } from '../fleet.ts'
import type { RunningState } from '../device/running-state.ts'

/** The operations of the control interface, with the devices in this process or in others. */
export interface FleetControl {
  status(): Promise<FleetStatus>
  devices(): Promise<DeviceStatus[]>
  /** Undefined: there is no such device. */
  running(serial: string): Promise<RunningState | undefined>
  /** Rejects with words for people when no device matches. */
  breakDown(request: FaultRequest): Promise<ActiveFault>
  faults(): Promise<ActiveFault[]>
  mend(id: number): Promise<boolean>
}

export type ControlRequest = {
  [K in keyof FleetControl]: { what: K; args: Parameters<FleetControl[K]> }
}[keyof FleetControl]

export function controlOf(fleet: Fleet): FleetControl {
  return {
    status: async () => fleet.status,
    devices: async () => fleet.list(),
    running: async (serial) => fleet.running(serial),
    breakDown: async (request) => fleet.breakDown(request),
    faults: async () => fleet.faults,
    mend: async (id) => fleet.mend(id),
  }
}

/** One control for several processes. Fault numbers are distinguished by the process. */
export function controlOfMany(parts: readonly FleetControl[]): FleetControl {
  const outer = (fault: ActiveFault, i: number) => ({ ...fault, id: fault.id * parts.length + i })
  return {
    status: async () => (await Promise.all(parts.map((part) => part.status()))).reduce(sum),
    devices: async () => (await Promise.all(parts.map((part) => part.devices()))).flat(),
    running: async (serial) => (await Promise.all(parts.map((part) => part.running(serial)))).find(Boolean),
    breakDown: async (request) => {
      const done = await Promise.allSettled(parts.map((part) => part.breakDown(request)))
      const faults = done.flatMap((result, i) => (result.status === 'fulfilled' ? [outer(result.value, i)] : []))
      const [first, ...others] = faults
      if (!first) throw (done[0] as PromiseRejectedResult).reason
      return { ...first, targets: [first, ...others].flatMap(({ targets }) => targets).slice(0, 100) }
    },
    faults: async () =>
      (await Promise.all(parts.map((part) => part.faults()))).flatMap((list, i) =>
        list.map((fault) => outer(fault, i)),
      ),
    mend: async (id) => (await parts[id % parts.length]?.mend(Math.floor(id / parts.length))) ?? false,
  }
}

function sum(a: FleetStatus, b: FleetStatus): FleetStatus {
  const total = { ...a }
  for (const [key, value] of Object.entries(b)) {
    if (typeof value === 'number')
      (total as unknown as Record<string, number>)[key] = (a[key as keyof FleetStatus] as number) + value
  }
  total.trouble = b.trouble || a.trouble
  return total
}
