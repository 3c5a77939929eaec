import { say } from '../../../kit/words.ts'
import { nameOf, type Device } from '../device-table/device.ts'

const most = 6

/** The devices a question is about, the first few by name. */
export function Named({ devices }: { devices: readonly Device[] }) {
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

/** What a restart means for the people behind these devices. */
export function Affected({ devices }: { devices: readonly Device[] }) {
  const terminals = devices.reduce((sum, device) => sum + (device.terminals ?? 0), 0)
  const offline = devices.filter((device) => !device.online).length
  return (
    <>
      {terminals > 0 && (
        <p className="font-medium text-warning">
          {say(
            {
              zh: '将中断 {terminals} 个在线终端的连接，约需 1–3 分钟恢复。',
              en: '{terminals} connected terminals will lose their connection for 1 to 3 minutes.',
            },
            { terminals },
          )}
        </p>
      )}
      {terminals === 0 && (
        <p>{say({ zh: '当前没有终端连接在这些设备上。', en: 'No terminal is connected to them at the moment.' })}</p>
      )}
      {offline > 0 && (
        <p className="mt-1">
          {say(
            {
              zh: '其中 {offline} 台离线，无法执行。',
              en: '{offline} of them are offline and will be reported as failed.',
            },
            { offline },
          )}
        </p>
      )}
    </>
  )
}
