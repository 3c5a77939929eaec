import { claimCalls } from '@belvedere/contract/rooms/enrol/claim.ts'
import { claimState } from '@belvedere/contract/rooms/enrol/claim/enums.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { Ban, Check, Ellipsis, X } from 'lucide-react'
import { type Batch, CallTable, type Column, type RowOf } from '../../../kit/list/call-table.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu } from '../../../ui/popups/menu.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { ClaimState } from './claim-cells.tsx'
import { showFailure } from '../../task/api.tsx'

type ClaimRequestRow = RowOf<typeof claimCalls.requests>

const { waiting } = claimState.id

const columns: Column<ClaimRequestRow>[] = [
  {
    property: 'sn',
    label: { zh: '设备', en: 'Device' },
    minWidth: 170,
    sort: true,
    format: (row) => <Asked row={row} />,
  },
  {
    property: 'team_name',
    label: { zh: '申请方', en: 'Requested by' },
    minWidth: 150,
    format: ({ team_name, by, scene_name, created_at }) => (
      <span className="flex flex-col py-1">
        <span className="truncate">
          {team_name} · {scene_name}
        </span>
        <span className="text-xs text-faint">
          {by} · <RelativeTime at={created_at} />
        </span>
      </span>
    ),
  },
  {
    property: 'state',
    label: { zh: '状态', en: 'State' },
    width: 180,
    sort: true,
    format: (row) => <State row={row} />,
  },
]

function Asked({ row: { sn, device, taken, rivals } }: { row: ClaimRequestRow }) {
  const what = device
    ? [deviceType.label(device.type, lang), device.model, device.address].filter(Boolean).join(' · ')
    : say({ zh: '从未连接', en: 'Never connected' })
  return (
    <span className="flex flex-col py-1">
      <Copyable text={sn} />
      <span className="truncate text-xs text-faint">{what}</span>
      {taken === 1 && (
        <span className="text-xs text-danger">{say({ zh: '已属于其他场景', en: 'Already in another scene' })}</span>
      )}
      {rivals > 0 && (
        <span className="text-xs text-warning">
          {say({ zh: '另有 {n} 个团队申请', en: 'Also requested by {n} other {n:team|teams}' }, { n: rivals })}
        </span>
      )}
    </span>
  )
}

function State({ row }: { row: ClaimRequestRow }) {
  return <ClaimState state={row.state} expires_at={row.expires_at} />
}

const empty = {
  title: { zh: '没有设备申请', en: 'No requests' },
  hint: {
    zh: '其他团队添加设备而没有认领码时，在这里等待你的批准',
    en: 'When another team adds a device without a claim code, it waits here for you',
  },
}

/** Requests of other teams, decided by an administrator of the installation. */
export function ClaimRequests() {
  const confirm = useConfirm()
  const approve = useMutateCall(claimCalls.approve)
  const refuse = useMutateCall(claimCalls.refuse)
  const give = async ({ id, sn, team_name, taken }: ClaimRequestRow) => {
    const title = say({ zh: '把“{sn}”交给“{team}”？', en: 'Give “{sn}” to “{team}”?' }, { sn, team: team_name })
    const body = say({
      zh: '该团队随后可以管理这台设备，包括打开远程终端。请先核实设备确实属于他们。',
      en: 'The team then manages this device, remote shells included. Make sure first that the device is theirs.',
    })
    if (!(await confirm({ title, body, ok: { zh: '批准', en: 'Approve' } }))) return
    const done = await approve.run({ ids: [id] })
    if (done?.err_cnt) showFailure(new Error(say(taken ? taken_ : blocked_)))
  }
  const forbid = async ({ id, sn, team_name }: ClaimRequestRow) => {
    const title = say(
      { zh: '禁止“{team}”再次申请“{sn}”？', en: 'Forbid “{team}” to request “{sn}” again?' },
      { sn, team: team_name },
    )
    if (await confirm({ title, danger: true, ok: { zh: '禁止', en: 'Forbid' } }))
      await refuse.run({ ids: [id], block: 1 })
  }
  const giveAll = async ({ ids, clear }: Batch<ClaimRequestRow>) => {
    const title = say({ zh: '批准 {n} 个申请？', en: 'Approve {n} {n:request|requests}?' }, { n: ids.length })
    const body = say({
      zh: '申请的团队随后可以管理这些设备，包括打开远程终端。',
      en: 'The requesting teams then manage these devices, including remote shells.',
    })
    if (!(await confirm({ title, body, ok: { zh: '批准', en: 'Approve' } }))) return
    const done = await approve.run({ ids: [...ids] })
    if (done?.err_cnt) showFailure(new Error(say(left_, { n: done.err_cnt })))
    clear()
  }
  const more = (row: ClaimRequestRow) => [
    { label: { zh: '拒绝', en: 'Refuse' }, icon: X, run: () => void refuse.run({ ids: [row.id] }) },
    {
      label: { zh: '禁止再次申请', en: 'Block further requests' },
      icon: Ban,
      danger: true,
      run: () => void forbid(row),
    },
  ]
  return (
    <CallTable
      call={claimCalls.requests}
      columns={columns}
      name="claim-requests"
      searchHint={{ zh: '序列号 / 名称 / 团队', en: 'Serial, name or team' }}
      empty={empty}
      actionsWidth={112}
      batch={(batch) => (
        <>
          <Button kind="quiet" size="s" icon={Check} onClick={() => void giveAll(batch)}>
            {say({ zh: '批准', en: 'Approve' })}
          </Button>
          <Button
            kind="quiet"
            size="s"
            icon={X}
            onClick={async () => (await refuse.run({ ids: [...batch.ids] })) && batch.clear()}
          >
            {say({ zh: '拒绝', en: 'Refuse' })}
          </Button>
        </>
      )}
      rowActions={(row) => (
        <span className="inline-flex items-center gap-1">
          <Button size="s" disabled={row.taken === 1} pending={approve.pending} onClick={() => void give(row)}>
            {say({ zh: '批准', en: 'Approve' })}
          </Button>
          {row.state === waiting && (
            <Menu
              trigger={<IconButton size="s" icon={Ellipsis} label={{ zh: '更多操作', en: 'More' }} />}
              items={more(row)}
            />
          )}
        </span>
      )}
    />
  )
}

const taken_ = { zh: '该设备已属于其他场景', en: 'The device is in another scene already' }
const blocked_ = { zh: '该设备已被拉黑，请先解除', en: 'The device is blocked; lift that first' }
const left_ = {
  zh: '{n} 个未批准：设备已属于其他场景，或已被拉黑',
  en: '{n} were not: the device is in another scene, or blocked',
}
