import { quotaCalls } from '@belvedere/contract/rooms/account/quota.ts'
import { Settings2 } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { CallTable, type Column } from '../../../kit/list/call-table.tsx'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { type QuotaKind, nameOf, type Team } from './quota-words.ts'
import { UsedOf } from './used-of.tsx'

const QuotaDrawer = lazyPart(() => import('./quota-drawer.tsx'), 'QuotaDrawer')

/** Usage and limits of all teams. */
export function View() {
  const { data, error, refetch } = useQueryCall(quotaCalls.usual, {})
  const [open, setOpen] = useState<Team | 'usual'>()
  const columns = useMemo(() => data && columnsOf(data.kinds, setOpen), [data])
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || !columns) return <Skeleton className="h-64 w-full" />
  return (
    <>
      <CallTable
        call={quotaCalls.teams}
        input={{}}
        columns={columns}
        searchHint={{ zh: '团队名称', en: 'Name of the team' }}
        actions={
          <Button icon={Settings2} onClick={() => setOpen('usual')}>
            {say({ zh: '默认配额', en: 'Default quotas' })}
          </Button>
        }
        usualOrder="id asc"
        empty={{ title: { zh: '没有匹配的团队', en: 'No such team' } }}
      />
      {open && (
        <Suspense>
          <QuotaDrawer
            kinds={data.kinds}
            usual={data.quotas}
            team={open === 'usual' ? undefined : open}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** One column for each quota of the server. */
function columnsOf(kinds: readonly QuotaKind[], onOpen: (team: Team) => void): Column<Team>[] {
  return [
    {
      property: 'name',
      label: { zh: '团队', en: 'Team' },
      sort: true,
      minWidth: 260,
      fixed: true,
      format: (team) => (
        <span className="inline-flex max-w-full items-center gap-2">
          <button type="button" onClick={() => onOpen(team)} className="truncate text-accent-text hover:underline">
            {team.name}
          </button>
          {team.home === 1 && <Badge tone="primary" label={{ zh: '平台团队', en: 'Runs the installation' }} />}
        </span>
      ),
    },
    { property: 'members', label: { zh: '成员', en: 'Members' }, width: 90, position: 'right' },
    ...kinds.map(
      (kind): Column<Team> => ({
        property: kind.key,
        label: nameOf(kind),
        minWidth: 150,
        position: 'right',
        format: ({ quotas }) => {
          const use = quotas.find(({ key }) => key === kind.key)
          return use && <UsedOf kind={kind} use={use} />
        },
      }),
    ),
  ]
}
