import { claimCalls } from '@belvedere/contract/rooms/enrol/claim.ts'
import { claimState } from '@belvedere/contract/rooms/enrol/claim/enums.ts'
import { CallTable, type Column, type RowOf } from '../../../kit/list/call-table.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { ClaimState } from './claim-cells.tsx'

type ListedClaim = RowOf<typeof claimCalls.list>

const columns: Column<ListedClaim>[] = [
  {
    property: 'sn',
    label: { zh: '序列号', en: 'Serial' },
    width: 150,
    sort: true,
    format: ({ sn }) => <Copyable text={sn} />,
  },
  { property: 'scene_name', label: { zh: '场景', en: 'Scene' }, minWidth: 120, tooltip: true },
  { property: 'state', label: { zh: '状态', en: 'State' }, width: 190, format: (row) => <ClaimState {...row} /> },
  {
    property: 'created_at',
    label: { zh: '申请', en: 'Requested' },
    width: 150,
    sort: true,
    format: ({ by, created_at }) => (
      <>
        {by} · <RelativeTime at={created_at} />
      </>
    ),
  },
]

const empty = {
  title: { zh: '没有等待批准的申请', en: 'No requests' },
  hint: {
    zh: '按序列号添加又没有认领码的设备会列在这里，等待平台管理员批准',
    en: 'Devices added by serial number without a claim code wait here for approval',
  },
}

/** Devices requested by the user's team, with the results. */
export function RequestedClaims() {
  const withdraw = useMutateCall(claimCalls.withdraw, { done: { zh: '已撤回', en: 'Withdrawn' } })
  return (
    <CallTable
      call={claimCalls.list}
      columns={columns}
      name="asked-for"
      searchHint={{ zh: '序列号 / 名称', en: 'Serial or name' }}
      empty={empty}
      actionsWidth={92}
      rowActions={({ id, state }) =>
        state === claimState.id.blocked ? null : (
          <Button size="s" pending={withdraw.pending} onClick={() => void withdraw.run({ ids: [id] })}>
            {say({ zh: '撤回', en: 'Withdraw' })}
          </Button>
        )
      }
    />
  )
}
