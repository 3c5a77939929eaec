import { cgiCatalogue, type CgiType } from '@belvedere/contract/kit/cgi-catalogue.ts'
import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { useCallback, useState } from 'react'
import { knownTypes } from '../../../kit/cgi/cgi-answer.ts'
import { CgiTable } from '../../../kit/cgi/cgi-table.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { nameOf, type ListedDevice } from '../device-table/device.ts'

/** Queries the device directly; no data comes from the database. */
export function QueryDrawer({ device, onClose }: { device: ListedDevice; onClose: () => void }) {
  const { data, error, refetch } = useQueryCall(deviceCalls.detail, { id: device.id })
  return (
    <Drawer
      open
      onClose={onClose}
      width={1120}
      title={say({ zh: '实时查询 · {name}', en: 'Live query · {name}' }, { name: nameOf(device) })}
    >
      {data ? (
        <Queries device={data.device} cgi={data.cgi} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Drawer>
  )
}

function Queries({ device, cgi }: { device: ListedDevice; cgi: readonly string[] }) {
  const [refused, setRefused] = useState<readonly CgiType[]>([])
  const refuse = useCallback((type: CgiType) => setRefused((was) => [...was, type]), [])
  const types = knownTypes(cgi).filter((type) => !refused.includes(type))
  const [wanted, setWanted] = useState<CgiType>()
  const type = wanted && types.includes(wanted) ? wanted : types[0]
  if (!type)
    return (
      <EmptyState
        title={{ zh: '该设备不支持实时查询', en: 'This device does not support live queries' }}
        hint={{ zh: '它的型号没有提供查询接口', en: 'Its model has no interface for them' }}
      />
    )
  return (
    <div className="flex h-full min-h-0 gap-4 max-sm:flex-col max-sm:gap-2">
      <nav
        aria-label={say({ zh: '查询类型', en: 'Kinds of query' })}
        className="flex w-36 shrink-0 flex-col gap-0.5 overflow-y-auto max-sm:w-full max-sm:flex-row max-sm:overflow-x-auto"
      >
        {types.map((one) => (
          <button
            key={one}
            type="button"
            aria-current={one === type}
            onClick={() => setWanted(one)}
            className={cx(
              'shrink-0 rounded-md px-2.5 py-1.5 text-left whitespace-nowrap hover:bg-hover',
              one === type ? 'bg-accent-soft font-medium text-accent-text' : 'text-soft',
            )}
          >
            {say(cgiCatalogue[one])}
          </button>
        ))}
        {refused.length > 0 && (
          <p className="px-2.5 pt-2 text-xs text-faint max-sm:shrink-0">
            {say(
              { zh: '该型号不支持：{types}', en: 'This model cannot answer: {types}' },
              { types: refused.map((one) => say(cgiCatalogue[one])).join('、') },
            )}
          </p>
        )}
      </nav>
      <CgiTable key={type} sn={device.sn} scene_id={device.scene_id} type={type} onUnsupported={refuse} />
    </div>
  )
}
