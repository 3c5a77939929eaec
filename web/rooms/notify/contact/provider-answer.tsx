import { Status } from '../../../ui/feedback/status.tsx'

/** The result of an attempt, as reported by the provider. */
export function ProviderAnswer({ ok, answer }: { ok: 0 | 1; answer: string }) {
  return (
    <div role="status" className="flex flex-col gap-1">
      <Status
        tone={ok ? 'success' : 'danger'}
        label={ok ? { zh: '服务商已接受', en: 'Taken by the provider' } : { zh: '发送失败', en: 'Not sent' }}
      />
      <p className="font-mono text-xs break-all text-soft">{answer}</p>
    </div>
  )
}
