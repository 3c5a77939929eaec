import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { Rocket } from 'lucide-react'
import type { ReactNode } from 'react'
import { Go } from '../../../kit/routing/go.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { kinds, type StatKind } from './kinds.ts'
import { pace } from './pace.ts'
import { ShareCard } from './rank-card.tsx'
import type { RankRequest } from './ranks.tsx'

interface KindShareProps extends RankRequest {
  kind: StatKind
  head?: ReactNode
}

const devices = { zh: '台设备', en: 'devices' }
const slow = { keepPrevious: true, pace: pace.sum }
const link = 'hover:text-accent-text hover:underline'

/** Devices of a kind by model. */
export function ModelShare({ kind, input, of, className, head }: KindShareProps) {
  const query = useQueryCall(kinds[kind].calls.model, { ...input, limit: 20 }, slow)
  return (
    <ShareCard
      title={{ zh: '设备型号', en: 'Models' }}
      query={query}
      what={{ zh: '型号', en: 'Model' }}
      unitWords={devices}
      name={`${kind}-models`}
      of={of}
      head={head}
      empty={none}
      height={168}
      className={className}
      face={({ id, name }) => <Found known={id !== ''} name={name} by="model" />}
    />
  )
}

/** Links to the devices of that model or version, if it is known. */
function Found({ known, name, by }: { known: boolean; name: string; by: 'model' | 'version' }) {
  if (!known) return name
  return (
    <Go to="/global/device" search={{ [by]: name }} className={link}>
      {name}
    </Go>
  )
}

const none = { zh: '该范围没有此类设备', en: 'There is no such device' }

/** Devices of a kind by firmware, and the number of devices with older firmware than the library. */
export function VersionShare({ kind, input, of, className, head }: KindShareProps) {
  const query = useQueryCall(kinds[kind].calls.sversion, { ...input, limit: 20 }, slow)
  return (
    <ShareCard
      title={{ zh: '固件版本', en: 'Firmware' }}
      query={query}
      what={{ zh: '版本', en: 'Version' }}
      unitWords={devices}
      name={`${kind}-versions`}
      of={of}
      head={head}
      empty={none}
      height={168}
      className={className}
      face={({ id, name }) => <Found known={id !== ''} name={name} by="version" />}
      foot={() => !input.group_id && <Behind scene_id={input.scene_id} />}
    />
  )
}

/** Number of devices of any kind with older firmware than the library; links to a campaign. */
function Behind({ scene_id }: { scene_id: number | undefined }) {
  const may = useMay()
  const { data } = useQueryCall(firmwareCalls.check, scene_id ? { scene_id } : {}, {
    keepPrevious: true,
    enabled: may('firmware.read'),
    pace: pace.sum,
  })
  if (!data) return null
  return (
    <p className="mt-2 text-xs text-soft">
      {data.behind > 0 ? (
        <Go
          to="/maintenance/firmware"
          search={{ tab: 'behind' }}
          className="inline-flex items-center gap-1 text-warning hover:underline"
        >
          <Rocket size={13} aria-hidden="true" />
          {say(
            {
              zh: '共 {n} 台设备落后于固件库，去升级',
              en: '{n} {n:device|devices} with older firmware than the library: upgrade',
            },
            { n: data.behind },
          )}
        </Go>
      ) : (
        say({ zh: '没有设备落后于固件库', en: 'No device is behind the library' })
      )}
    </p>
  )
}
