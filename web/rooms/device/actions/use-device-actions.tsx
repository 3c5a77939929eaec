import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import { bringPart } from '../../../kit/loading/load-chunk.ts'
import { inChunks, type BatchOutcome } from '../../../kit/batch/batch-outcome.ts'
import { call } from '../../../kit/calls/call.ts'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useGo } from '../../../kit/routing/go.tsx'
import { say, type Words } from '../../../kit/words/words.ts'
import { type Confirm, useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
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

/** All overlays above a list of devices; loaded on demand. */
const DeviceDialogs = lazyPart(() => import('./device-dialogs.tsx'), 'DeviceDialogs')

const ResetLoss = lazyPart(() => import('./reset-loss.tsx'), 'ResetLoss')

export type DeviceActions = ReturnType<typeof useDeviceActions>['actions']

const removeTitle = { zh: '删除设备', en: 'Remove devices' }

/** Actions on devices, the same for a row and a batch. Render `dialogs` anywhere on the page. */
export function useDeviceActions() {
  const confirm = useConfirm()
  const go = useGo()
  const [open, setOpen] = useState<DeviceDialog>()
  const close = useCallback(() => setOpen(undefined), [])
  const actions = useMemo(() => {
    const show: ShowOutcome = (title, outcome, retry) => setOpen({ what: 'result', title, outcome, retry })
    return {
      ...dialogActions(setOpen),
      backup: (devices: readonly ListedDevice[]) => sendToAll(show, backupCommand, devices),
      reboot: (devices: readonly ListedDevice[]) => rebootDevices(confirm, show, devices),
      factory: (device: ListedDevice) => resetDevice(confirm, device),
      alone: (device: ListedDevice) =>
        attempt(async () => (await bringPart(() => import('./let-go.ts')))?.letGo(confirm, device)),
      apps: ({ type, sn }: ListedDevice) => go(`${pageOf(type)}/installed`, { search: sn }),
      remove: async (devices: readonly ListedDevice[]) =>
        (await confirmRemoval(confirm, devices)) && removeAll(show, close, idsOf(devices)),
      showOutcome: show,
    }
  }, [confirm, go, close])

  return {
    actions,
    dialogs: <Suspense>{open && <DeviceDialogs open={open} close={close} show={actions.showOutcome} />}</Suspense>,
  }
}

type ShowOutcome = (title: Words, outcome: BatchOutcome, retry?: (ids: readonly number[]) => void) => void

const nothing = () => {}

/** Actions that only open a dialog. */
const dialogActions = (setOpen: (open: DeviceDialog) => void) => ({
  open: (what: 'shell' | 'query' | 'backups' | 'custom' | 'sessions' | 'leds' | 'captures', device: ListedDevice) =>
    setOpen({ what, device }),
  configure: (device: ListedDevice, readOnly: boolean) => setOpen({ what: 'configure', device, readOnly }),
  move: (devices: readonly ListedDevice[], done: () => void = nothing) => setOpen({ what: 'move', devices, done }),
  upgrade: (devices: readonly ListedDevice[]) => setOpen({ what: 'upgrade', devices }),
  timer: (devices: readonly ListedDevice[], done: () => void = nothing) => setOpen({ what: 'timer', devices, done }),
  timers: (of: { scene_id?: number; device_id?: number }, device?: ListedDevice) =>
    setOpen({ what: 'timers', of, device }),
  password: (devices: readonly ListedDevice[]) => setOpen({ what: 'password', devices }),
  group: (devices: readonly ListedDevice[], done: () => void = nothing) => setOpen({ what: 'group', devices, done }),
})

/** A command to one device shows its result; several devices are a task whose outcome is shown. */
async function sendToAll(
  show: ShowOutcome,
  command: CommandWords,
  devices: readonly ListedDevice[],
  options: CommandOptions = {},
): Promise<void> {
  const [only] = devices
  if (devices.length === 1 && only) await sendCommand(command, only, options)
  else await sendTask(show, command, idsOf(devices), options)
}

/** Failed devices are sent the command again on request. */
const sendTask = (
  show: ShowOutcome,
  command: CommandWords,
  ids: readonly number[],
  options: CommandOptions = {},
): Promise<boolean> =>
  attempt(async () =>
    show(
      command.title,
      await command.send({ ids: [...ids], ...options }),
      (failed) => void sendTask(show, command, failed),
    ),
  )

async function rebootDevices(confirm: Confirm, show: ShowOutcome, devices: readonly ListedDevice[]): Promise<void> {
  const title = question(
    devices,
    { zh: '重启“{name}”？', en: 'Reboot “{name}”?' },
    { zh: '重启 {n} 台设备？', en: 'Reboot {n} {n:device|devices}?' },
  )
  const options: CommandOptions = {}
  const away = devices.filter(({ online }) => !online).length
  const offline = <WaitOffline count={away} onWait={(wait_offline) => Object.assign(options, { wait_offline })} />
  const body = <Question devices={devices} note={<Affected devices={devices} offline={offline} />} />
  if (await confirm({ title, body, ok: rebootCommand.title, danger: true }))
    await sendToAll(show, rebootCommand, devices, options)
}

async function resetDevice(confirm: Confirm, device: ListedDevice): Promise<void> {
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
}

const lost = {
  zh: '设备将解除绑定，历史数据和备份会一并删除，一周后无法恢复。',
  en: 'They are released, and their history and backups are deleted; after one week this cannot be undone.',
}

/** Asks for the name of the device, or for the number of devices. */
function confirmRemoval(confirm: Confirm, devices: readonly ListedDevice[]): Promise<boolean> {
  const title = question(
    devices,
    { zh: '删除“{name}”？', en: 'Remove “{name}”?' },
    { zh: '删除 {n} 台设备？', en: 'Remove {n} {n:device|devices}?' },
  )
  const note = (
    <>
      <p className="mb-2">{say(lost)}</p>
      <Blast devices={devices} action="remove" />
    </>
  )
  const type = devices.length === 1 && devices[0] ? nameOf(devices[0]) : String(devices.length)
  const body = <Question devices={devices} note={note} />
  return confirm({ title, body, type, ok: { zh: '删除', en: 'Remove' }, danger: true })
}

/** Failed devices are retried on request. */
const removeAll = (show: ShowOutcome, close: () => void, ids: readonly number[]): Promise<boolean> =>
  attempt(async () => {
    const outcome = await inChunks(ids, (some) => call(deviceCalls.remove, { ids: some }))
    if (outcome.err_cnt > 0) return show(removeTitle, outcome, (failed) => void removeAll(show, close, failed))
    close()
    toast.success(say({ zh: '已删除 {n} 台设备', en: '{n} {n:device|devices} removed' }, { n: outcome.total_cnt }))
  })

const idsOf = (devices: readonly ListedDevice[]) => devices.map(({ id }) => id)

/** False if it was refused; the refusal is shown. */
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
