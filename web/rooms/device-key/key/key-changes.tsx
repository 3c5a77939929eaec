import { keyCalls } from '@belvedere/contract/rooms/device/key.ts'
import { keyIssuer } from '@belvedere/contract/rooms/device/key/enums.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { Fingerprint } from './fingerprint.tsx'

export type KeyChange = AnswerOf<typeof keyCalls.changes>['list'][number]

/** Keys that were presented with the serial number of a device but are not bound to it; the owner decides on each. */
export function KeyChanges({ changes, named = false }: { changes: readonly KeyChange[]; named?: boolean }) {
  return (
    <ul className="flex flex-col gap-3">
      {changes.map((change) => (
        <li key={`${change.device_id} ${change.fingerprint}`} className="rounded-lg border border-line p-3">
          <One change={change} named={named} />
        </li>
      ))}
    </ul>
  )
}

function One({ change, named }: { change: KeyChange; named: boolean }) {
  const { device_id: id, sn, name, bound, fingerprint, issuer, address, first_at, last_at, tries, rejected } = change
  const may = useMay()
  const confirm = useConfirm()
  const accept = useMutateCall(keyCalls.accept, { done: { zh: '已接受新密钥', en: 'The new key is accepted' } })
  const reject = useMutateCall(keyCalls.reject, { done: { zh: '已拒绝该密钥', en: 'The key is rejected' } })
  const ask = async () => {
    const title = say({ zh: '接受“{name}”的新密钥？', en: 'Accept the new key of “{name}”?' }, { name: name || sn })
    const body = say({
      zh: '设备将绑定新密钥，持有原密钥的连接立即断开，原证书随即吊销。仅在您确实更换或重装了这台设备时接受。',
      en: 'The device is bound to the new key; a connection with the previous key ends immediately, and its certificates are revoked. Accept only if you replaced or reinstalled this device.',
    })
    if (await confirm({ title, body, danger: true, ok: { zh: '接受新密钥', en: 'Accept the new key' } }))
      await accept.run({ id, fingerprint })
  }
  const from = issuer === keyIssuer.id.none ? '' : keyIssuer.label(issuer, lang)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 font-medium">
          {named ? (
            <>
              {name || sn} <span className="ml-1 font-mono text-xs font-normal text-soft">{sn}</span>
            </>
          ) : (
            say({ zh: '另一把密钥', en: 'Another key' })
          )}
          {rejected === 1 && (
            <span className="ml-2">
              <Status tone="danger" label={say({ zh: '已拒绝', en: 'Rejected' })} />
            </span>
          )}
        </p>
        {may('device.write') && (
          <>
            {rejected === 0 && (
              <Button size="s" pending={reject.pending} onClick={() => void reject.run({ id, fingerprint })}>
                {say({ zh: '拒绝', en: 'Reject' })}
              </Button>
            )}
            <Button
              size="s"
              kind={rejected === 1 ? 'plain' : 'primary'}
              pending={accept.pending}
              onClick={() => void ask()}
            >
              {rejected === 1
                ? say({ zh: '改用此密钥', en: 'Use this key' })
                : say({ zh: '接受新密钥', en: 'Accept the new key' })}
            </Button>
          </>
        )}
      </div>
      <dl className="grid gap-2">
        <Key label={say({ zh: '已绑定的密钥', en: 'Bound key' })} fingerprint={bound} />
        <Key
          label={rejected === 1 ? say({ zh: '此密钥', en: 'This key' }) : say({ zh: '新密钥', en: 'New key' })}
          fingerprint={fingerprint}
        />
      </dl>
      <Facts
        items={[
          { label: { zh: '来源地址', en: 'Dials from' }, value: address && <Copyable text={address} /> },
          { label: { zh: '证书签发者', en: 'Certificate of' }, value: from },
          { label: { zh: '首次', en: 'First' }, value: <RelativeTime at={first_at} /> },
          { label: { zh: '最近', en: 'Last' }, value: <RelativeTime at={last_at} /> },
          { label: { zh: '被拒绝次数', en: 'Times refused' }, value: tries },
        ]}
      />
    </div>
  )
}

function Key({ label, fingerprint }: { label: string; fingerprint: string }) {
  return (
    <div>
      <dt className="text-xs text-faint">{label}</dt>
      <dd>
        <Fingerprint of={fingerprint} />
      </dd>
    </div>
  )
}
