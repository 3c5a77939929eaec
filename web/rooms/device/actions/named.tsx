import { Suspense, type ReactNode } from 'react'
import { say } from '../../../kit/words/words.ts'
import { BlastNote } from '../../change/api.tsx'
import { nameOf, type ListedDevice } from '../device-table/device.ts'

const most = 6

/** The devices of a question, the first few by name. */
export function Named({ devices }: { devices: readonly ListedDevice[] }) {
  const more = devices.length - most
  return (
    <ul className="mt-2 max-h-48 overflow-auto rounded-md bg-sunken px-3 py-2 text-sm text-ink">
      {devices.slice(0, most).map((device) => (
        <li key={device.id} className="flex justify-between gap-4">
          <span className="truncate">{nameOf(device)}</span>
          <span className="shrink-0 font-mono text-xs text-faint">{device.sn}</span>
        </li>
      ))}
      {more > 0 && <li className="text-faint">{say({ zh: '以及另外 {more} 台', en: 'and {more} more' }, { more })}</li>}
    </ul>
  )
}

/**
 * Effect of a restart on the network behind these devices. `offline`: text about the offline ones, if commands can be
 * queued for them.
 */
export function Affected({ devices, offline }: { devices: readonly ListedDevice[]; offline?: ReactNode }) {
  const away = devices.filter((device) => !device.online).length
  return (
    <>
      <Blast devices={devices} action="reboot" />
      {away > 0 &&
        (offline ?? (
          <p className="mt-1">
            {say(
              {
                zh: '其中 {away} 台离线，无法执行。',
                en: '{away} of them are offline and will be reported as failed.',
              },
              { away },
            )}
          </p>
        ))}
    </>
  )
}

/**
 * Objects that lose their connection by an action on the devices; the question can be answered before they are loaded.
 */
export function Blast({
  devices,
  action,
}: {
  devices: readonly ListedDevice[]
  action: 'reboot' | 'upgrade' | 'remove'
}) {
  return (
    <Suspense>
      <BlastNote ids={devices.map(({ id }) => id)} action={action} />
    </Suspense>
  )
}
