import { keyCalls } from '@belvedere/contract/rooms/device/key.ts'
import { keyIssuer } from '@belvedere/contract/rooms/device/key/enums.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Fingerprint } from './fingerprint.tsx'
import { KeyChanges } from './key-changes.tsx'

/** The bound key of a device, its certificate, and other keys presented with its serial number. */
export function KeyPanel({ device_id }: { device_id: number }) {
  const { data, error, refetch } = useQueryCall(keyCalls.get, { id: device_id })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24" />
  const { fingerprint, issuer, certificate, ends_at, bound_at, own, changes } = data
  if (!fingerprint)
    return (
      <p className="py-4 text-center text-faint">
        {say({
          zh: '这台设备还没有用证书连接过：首次连接时绑定它的密钥',
          en: 'This device has not connected with a certificate yet; its key is bound when it first does',
        })}
      </p>
    )
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="text-xs text-faint">
          {say({ zh: '密钥指纹（SHA-256）', en: 'Fingerprint of the key (SHA-256)' })}
        </p>
        <Fingerprint of={fingerprint} />
      </div>
      <Facts
        items={[
          { label: { zh: '证书签发者', en: 'Certificate of' }, value: keyIssuer.label(issuer, lang) },
          {
            label: { zh: '证书序列号', en: 'Certificate number' },
            value: certificate && <Copyable text={certificate} />,
          },
          { label: { zh: '证书到期', en: 'Certificate ends' }, value: <RelativeTime at={ends_at} /> },
          { label: { zh: '绑定时间', en: 'Bound' }, value: bound_at !== null && <RelativeTime at={bound_at} /> },
        ]}
      />
      {changes.length > 0 && <KeyChanges changes={changes} />}
      {own === 1 && changes.length === 0 && (
        <p className="text-xs text-soft">
          {say({
            zh: '没有其他密钥以该序列号连接过',
            en: 'No other key has come under this serial number',
          })}
        </p>
      )}
    </div>
  )
}
