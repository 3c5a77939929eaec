import { doorCalls } from '@belvedere/contract/rooms/enrol/door.ts'
import { doorReason } from '@belvedere/contract/rooms/enrol/door/enums.ts'
import { X } from 'lucide-react'
import { CallTable, type Column, type RowOf } from '../../../kit/list/call-table.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay, useSession } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { absoluteTime, RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { adviceFor } from './refusal-advice.ts'

type RefusedRow = RowOf<typeof doorCalls.refused>

const columns: Column<RefusedRow>[] = [
  {
    property: 'reason',
    label: { zh: '原因', en: 'Reason' },
    minWidth: 270,
    sort: true,
    format: ({ reason }) => <Reason reason={reason} />,
  },
  {
    property: 'address',
    label: { zh: '来源地址', en: 'Dials from' },
    width: 140,
    sort: true,
    format: ({ address }) => <Copyable text={address} />,
  },
  {
    property: 'subject',
    label: { zh: '证书', en: 'Certificate' },
    minWidth: 170,
    format: (row) => <Certificate row={row} />,
  },
  {
    property: 'last_at',
    label: { zh: '最近一次', en: 'Last' },
    width: 110,
    sort: true,
    format: ({ last_at, count }) => (
      <span className="flex flex-col py-1" lang={lang}>
        <RelativeTime at={last_at} />
        <span className="text-xs text-faint">{say({ zh: '{n} 次', en: '{n} ×' }, { n: count })}</span>
      </span>
    ),
  },
]

function Reason({ reason }: Pick<RefusedRow, 'reason'>) {
  const known = doorReason.find(reason)
  return <Status tone={known?.tone} label={known ?? String(reason)} />
}

function Certificate({ row: { sn, subject, issuer, device } }: { row: RefusedRow }) {
  if (!subject) return <span className="text-faint">–</span>
  const below = device ? `${device.name || sn} · ${device.scene_name}` : issuer
  return (
    <span className="flex min-w-0 flex-col py-1">
      {sn ? <Copyable text={sn} /> : <span className="truncate">{subject}</span>}
      <span className="truncate text-xs text-faint">{below}</span>
    </span>
  )
}

const empty = {
  title: { zh: '没有被拒绝接入的设备', en: 'No device was refused' },
  hint: {
    zh: '设备连接被拒绝时，原因与处理办法会立即显示在这里。设备每隔几秒到几分钟会自动重试。',
    en: 'When a device is refused, the reason and a solution appear here immediately. Devices retry automatically, every few seconds to minutes.',
  },
}

/** Devices whose connection was refused, with a solution for each. */
export function Refused() {
  const isAdmin = useSession((s) => s.is_admin)
  const mayForget = useMay()('device.adopt')
  const forget = useMutateCall(doorCalls.forget)
  return (
    <>
      {!isAdmin && (
        <p className="mb-3 text-soft">
          {say({
            zh: '这里只显示本团队设备序列号的记录；其余由平台管理员查看。',
            en: 'You see refusals with the serial number of a device of your team; administrators of the installation see all.',
          })}
        </p>
      )}
      <CallTable
        call={doorCalls.refused}
        columns={columns}
        name="refused"
        usualOrder="last_at desc"
        searchHint={{ zh: '地址 / 序列号 / 签发者', en: 'Address, serial or issuer' }}
        empty={empty}
        expand={(row) => <Details row={row} />}
        {...(mayForget && {
          actionsWidth: 48,
          rowActions: ({ id }: RefusedRow) => (
            <IconButton
              size="s"
              icon={X}
              label={{ zh: '清除，再次被拒绝时重新列出', en: 'Clear until it is refused again' }}
              onClick={() => void forget.run({ ids: [id] })}
            />
          ),
          batch: ({ ids, clear }: { ids: number[]; clear: () => void }) => (
            <Button
              kind="quiet"
              size="s"
              icon={X}
              pending={forget.pending}
              onClick={async () => (await forget.run({ ids })) && clear()}
            >
              {say({ zh: '清除', en: 'Clear' })}
            </Button>
          ),
        })}
      />
    </>
  )
}

function Details({ row }: { row: RefusedRow }) {
  const { reason, subject, issuer, ends_at, detail, first_at } = row
  const todo = adviceFor(reason)
  const facts = [
    { label: { zh: '证书主体', en: 'Subject' }, value: subject },
    { label: { zh: '签发者', en: 'Issuer' }, value: issuer },
    { label: { zh: '证书有效期至', en: 'Certificate ends' }, value: ends_at === null ? '' : absoluteTime(ends_at) },
    { label: { zh: '首次', en: 'First' }, value: absoluteTime(first_at) },
    { label: { zh: '详情', en: 'Details' }, value: detail && <span className="font-mono text-xs">{detail}</span> },
  ]
  return (
    <div className="flex flex-col gap-3 whitespace-normal">
      {todo && (
        <p lang={lang}>
          <b className="font-medium">{say({ zh: '处理办法：', en: 'What to do: ' })}</b>
          {say(todo)}{' '}
          {doorReason.find(reason)?.tone !== 'neutral' && (
            <span className="text-soft">
              {say({ zh: '处理后设备会自动重试。', en: 'The device then retries automatically.' })}
            </span>
          )}
        </p>
      )}
      <Facts items={facts.filter(({ value }) => value)} />
    </div>
  )
}
