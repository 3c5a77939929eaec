import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { Rocket } from 'lucide-react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'

type FirmwareCheck = Out<typeof firmwareCalls.check>
type OutdatedModel = FirmwareCheck['models'][number]

/** Number of devices of each model that run the latest firmware of the library. */
export function BehindPanel({ onUpgrade }: { onUpgrade: (firmware_ids: readonly number[]) => void }) {
  const may = useMay()
  const { data, error, refetch } = useQueryCall(firmwareCalls.check, {})
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-60" />
  if (data.models.length === 0) return <EmptyState title={{ zh: '还没有设备', en: 'No devices yet' }} />
  const behind = data.models.filter((model) => model.behind > 0)
  const all = behind.flatMap(({ firmware_id }) => firmware_id ?? [])
  return (
    <div
      role="region"
      aria-label={say({ zh: '版本合规', en: 'Compliance' })}
      tabIndex={0}
      className="overflow-auto rounded-lg border border-line bg-surface"
    >
      <header className="flex min-h-12 flex-wrap items-center gap-3 border-b border-line px-4 py-2">
        <p className="flex-1">
          {all.length > 0 || data.models.some(({ firmware_id }) => firmware_id)
            ? standing(data)
            : say({
                zh: '固件库中还没有适用于这些型号的固件，上传后即可比较',
                en: 'The library has nothing for these models yet; upload an image to compare',
              })}
        </p>
        {all.length > 0 && may('device.command') && (
          <Button kind="primary" icon={Rocket} onClick={() => onUpgrade([...new Set(all)])}>
            {say({ zh: '升级全部落后设备', en: 'Upgrade all that are behind' })}
          </Button>
        )}
      </header>
      <table className="w-full min-w-160 text-left">
        <thead>
          <tr className="text-xs text-faint">
            <Head>{say({ zh: '型号', en: 'Model' })}</Head>
            <Head>{say({ zh: '设备', en: 'Devices' })}</Head>
            <Head>{say({ zh: '固件库最新版本', en: 'Newest in the library' })}</Head>
            <Head>{say({ zh: '达标', en: 'Up to date' })}</Head>
            <th scope="col" className="h-8 border-b border-line px-4 text-right font-normal">
              {say({ zh: '操作', en: 'Actions' })}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.models.map((model) => (
            <Row
              key={`${model.vendor} ${model.model}`}
              model={model}
              onUpgrade={may('device.command') ? onUpgrade : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Shown only if the library has firmware to compare with. */
const standing = ({ behind, total }: FirmwareCheck) =>
  behind > 0
    ? say(
        {
          zh: '{behind} / {total} 台设备落后于固件库',
          en: '{behind} of {total} {total:device|devices} with firmware older than the library',
        },
        { behind, total },
      )
    : say({ zh: '没有设备落后于固件库', en: 'No device is behind the library' })

const Head = ({ children }: { children: string }) => (
  <th scope="col" className="h-8 border-b border-line px-4 font-normal">
    {children}
  </th>
)

interface ModelRowProps {
  model: OutdatedModel
  onUpgrade: ((firmware_ids: readonly number[]) => void) | undefined
}

function Row({ model: { vendor, model, version, firmware_id, total, behind }, onUpgrade }: ModelRowProps) {
  const cell = 'h-10 border-b border-line px-4'
  return (
    <tr className="hover:bg-hover">
      <td className={cell}>
        <span className="font-medium">{model}</span>{' '}
        {!model.startsWith(vendor) && <span className="text-faint">{vendor}</span>}
      </td>
      <td className={`${cell} tabular-nums`}>{total}</td>
      <td className={cell}>
        {firmware_id ? (
          version
        ) : (
          <span className="text-faint">{say({ zh: '固件库中没有', en: 'Not in the library' })}</span>
        )}
      </td>
      <td className={cell}>
        {firmware_id ? (
          <Progress done={total - behind} total={total} failed={0} />
        ) : (
          <span className="text-faint">–</span>
        )}
      </td>
      <td className={`${cell} text-right`}>
        {behind === 0 && firmware_id !== null && <Status tone="success" label={{ zh: '最新', en: 'Newest' }} />}
        {behind > 0 && firmware_id !== null && onUpgrade && (
          <Button size="s" onClick={() => onUpgrade([firmware_id])}>
            {say({ zh: '升级 {n} 台', en: 'Upgrade {n}' }, { n: behind })}
          </Button>
        )}
      </td>
    </tr>
  )
}
