import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import { bringPart } from '../../../kit/loading/load-chunk.ts'
import { inChunks, type BatchOutcome } from '../../../kit/batch/batch-outcome.ts'
import { call } from '../../../kit/calls/call.ts'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useGo } from '../../../kit/routing/go.tsx'
import { say, type Words } from '../../../kit/words/words.ts'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { nameOf, pageOf, type ListedDevice } from '../device-table/device.ts'
import { Affected, Blast, Named } from './named.tsx'
import type { DeviceDialog } from './device-dialogs.tsx'
import { WaitOffline } from './wait-offline.tsx'
import {
  backupCommand,
  factoryCommand,
  rebootCommand,
  sendCommand,
  showFailure,
  type CommandOptions,
  type CommandWords,
} from '../../task/api.tsx'

/** Everything that opens above a list of devices; nobody sees it before a click. */
const DeviceDialogs = lazyPart(() => import('./device-dialogs.tsx'), 'DeviceDialogs')

const ResetLoss = lazyPart(() => import('./reset-loss.tsx'), 'ResetLoss')

export type DeviceActions = ReturnType<typeof useDeviceActions>['actions']

const removeTitle = { zh: '删除设备', en: 'Remove devices' }

/** What can be done to devices: the same from a row and from a batch. `dialogs` belongs somewhere on the page. */
export function useDeviceActions() {
  const confirm = useConfirm()
  const go = useGo()
  const [open, setOpen] = useState<DeviceDialog>()
  const close = useCallback(() => setOpen(undefined), [])

  const actions = useMemo(() => {
    const show = (title: Words, outcome: BatchOutcome, retry?: (ids: readonly number[]) => void) =>
      setOpen({ what: 'result', title, outcome, retry })
    const orderAll = (order: CommandWords, ids: readonly number[], wish: CommandOptions = {}) =>
      attempt(async () =>
        show(order.title, await order.send({ ids: [...ids], ...wish }), (failed) => void orderAll(order, failed)),
      )
    const command = async (order: CommandWords, devices: readonly ListedDevice[], wish: CommandOptions = {}) => {
      const [only] = devices
      if (devices.length === 1 && only) await sendCommand(order, only, wish)
      else await orderAll(order, idsOf(devices), wish)
    }
    const removeAll = (ids: readonly number[]): Promise<boolean> =>
      attempt(async () => {
        const outcome = await inChunks(ids, (ids) => call(deviceCalls.remove, { ids }))
        if (outcome.err_cnt > 0) return show(removeTitle, outcome, (failed) => void removeAll(failed))
        setOpen(undefined)
        toast.success(say({ zh: '已删除 {n} 台设备', en: '{n} {n:device|devices} removed' }, { n: outcome.total_cnt }))
      })
    return {
      open: (what: 'shell' | 'query' | 'backups' | 'custom' | 'sessions' | 'leds' | 'captures', device: ListedDevice) =>
        setOpen({ what, device }),
      configure: (device: ListedDevice, readOnly: boolean) => setOpen({ what: 'configure', device, readOnly }),
      backup: (devices: readonly ListedDevice[]) => command(backupCommand, devices),
      async reboot(devices: readonly ListedDevice[]) {
        const title = question(
          devices,
          { zh: '重启“{name}”？', en: 'Reboot “{name}”?' },
          { zh: '重启 {n} 台设备？', en: 'Reboot {n} {n:device|devices}?' },
        )
        const wish: CommandOptions = {}
        const away = devices.filter(({ online }) => !online).length
        const offline = <WaitOffline count={away} onWait={(wait_offline) => Object.assign(wish, { wait_offline })} />
        const note = <Affected devices={devices} offline={offline} />
        const body = <Question devices={devices} note={note} />
        if (await confirm({ title, body, ok: rebootCommand.title, danger: true }))
          await command(rebootCommand, devices, wish)
      },
      async factory(device: ListedDevice) {
        const name = nameOf(device)
        let keep: 0 | 1 = 1
        const yes = await confirm({
          title: say({ zh: '“{name}”恢复出厂设置？', en: 'Reset “{name}” to factory default?' }, { name }),
          body: (
            <Suspense>
              <ResetLoss device={device} onKeep={(wanted) => (keep = wanted)} />
            </Suspense>
          ),
          type: name,
          ok: { zh: '恢复出厂设置', en: 'Reset' },
          danger: true,
        })
        if (yes) await sendCommand(factoryCommand(keep), device)
      },
      move: (devices: readonly ListedDevice[], done: () => void = () => {}) => setOpen({ what: 'move', devices, done }),
      alone: (device: ListedDevice) =>
        attempt(async () => (await bringPart(() => import('./let-go.ts')))?.letGo(confirm, device)),
      apps: ({ type, sn }: ListedDevice) => go(`${pageOf(type)}/installed`, { search: sn }),
      upgrade: (devices: readonly ListedDevice[]) => setOpen({ what: 'upgrade', devices }),
      timer: (devices: readonly ListedDevice[], done: () => void = () => {}) =>
        setOpen({ what: 'timer', devices, done }),
      timers: (of: { scene_id?: number; device_id?: number }, device?: ListedDevice) =>
        setOpen({ what: 'timers', of, device }),
      password: (devices: readonly ListedDevice[]) => setOpen({ what: 'password', devices }),
      group: (devices: readonly ListedDevice[], done: () => void = () => {}) =>
        setOpen({ what: 'group', devices, done }),
      async remove(devices: readonly ListedDevice[]) {
        const title = question(
          devices,
          { zh: '删除“{name}”？', en: 'Remove “{name}”?' },
          { zh: '删除 {n} 台设备？', en: 'Remove {n} {n:device|devices}?' },
        )
        const note = (
          <>
            <p className="mb-2">
              {say({
                zh: '设备将解除绑定，历史数据和备份会一并删除，一周后无法恢复。',
                en: 'They are released, and their history and backups are deleted; after one week this cannot be undone.',
              })}
            </p>
            <Blast devices={devices} action="remove" />
          </>
        )
        const type = devices.length === 1 && devices[0] ? nameOf(devices[0]) : String(devices.length)
        if (
          !(await confirm({
            title,
            body: <Question devices={devices} note={note} />,
            type,
            ok: { zh: '删除', en: 'Remove' },
            danger: true,
          }))
        )
          return false
        return removeAll(idsOf(devices))
      },
      showOutcome: show,
    }
  }, [confirm, go])

  return {
    actions,
    dialogs: <Suspense>{open && <DeviceDialogs open={open} close={close} show={actions.showOutcome} />}</Suspense>,
  }
}

const idsOf = (devices: readonly ListedDevice[]) => devices.map(({ id }) => id)

/** False when it was refused; the refusal is said. */
async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    showFailure(error)
    return false
  }
}

function question(devices: readonly ListedDevice[], one: Words, many: Words): string {
  const [only] = devices
  return devices.length === 1 && only ? say(one, { name: nameOf(only) }) : say(many, { n: devices.length })
}

function Question({ devices, note }: { devices: readonly ListedDevice[]; note: ReactNode }) {
  return (
    <>
      {note}
      {devices.length > 1 && <Named devices={devices} />}
    </>
  )
}
