import { monitorType, pollFault } from '@belvedere/contract/rooms/device/third/enums.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Status } from '../../../ui/feedback/status.tsx'
import { timeText } from '../../../ui/values/milliseconds.ts'
import type { Monitor, MonitorTest } from './use-monitored-form.ts'

/** Result of a test: state, time, response; and the usual cause if there is no response. */
export function TriedNote({ tried, type }: { tried: MonitorTest | undefined; type: Monitor['type'] }) {
  return (
    <div role="status" className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 text-soft">
      {tried && <Said tried={tried} type={type} />}
    </div>
  )
}

function Said({ tried, type }: { tried: MonitorTest; type: Monitor['type'] }) {
  const { ok, rtt_ms, fault, detail, identity } = tried
  if (!ok) {
    return (
      <>
        <Status tone="danger" label={pollFault.find(fault) ?? fault} />
        {detail && <span className="min-w-0 break-words">{detail}</span>}
        {type === monitorType.id.snmp && fault === 'timeout' && (
          <span className="text-xs text-faint">
            {say({
              zh: '团体字或加密密钥不对时，多数设备也不会应答',
              en: 'Most devices stay silent too when the community or the encryption key is wrong',
            })}
          </span>
        )}
      </>
    )
  }
  const what =
    identity && [identity.name, identity.vendor, identity.model, identity.firmware].filter(Boolean).join(' · ')
  return (
    <>
      <Status tone="success" label={{ zh: '应答正常', en: 'It answers' }} />
      {rtt_ms !== null && <span>{timeText(rtt_ms)}</span>}
      {detail && <span>{detail}</span>}
      {what && (
        <span lang={lang} className="min-w-0 break-words">
          {what}
        </span>
      )}
    </>
  )
}
