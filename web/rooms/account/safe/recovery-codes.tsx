import { Copy, Download } from 'lucide-react'
import { saveDownload } from '../../../kit/calls/call.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'

/** Recovery codes, shown only once. */
export function RecoveryDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`
  const save = () =>
    saveDownload({ blob: new Blob([text], { type: 'text/plain' }), name: 'belvedere-recovery-codes.txt' })
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success({ zh: '已复制', en: 'Copied' }),
      () => toast.error({ zh: '无法访问剪贴板，请下载', en: 'The clipboard is not available; please download' }),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={{ zh: '请保存恢复码', en: 'Keep these recovery codes' }}
      width={460}
      footer={
        <Button kind="primary" onClick={onClose}>
          {say({ zh: '我已保存', en: 'I have kept them' })}
        </Button>
      }
    >
      <p className="text-soft">
        {say({
          zh: '手机丢失时可用恢复码登录，每个只能使用一次。恢复码仅显示这一次，请保存在安全的地方。',
          en: 'If the phone is lost, each of these signs you in once. They are shown only now; keep them in a safe place.',
        })}
      </p>
      <ul
        aria-label={say({ zh: '恢复码', en: 'Recovery codes' })}
        className="my-4 grid grid-cols-1 gap-x-6 gap-y-1 rounded-md bg-sunken px-4 py-3 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button icon={Download} onClick={save}>
          {say({ zh: '下载', en: 'Download' })}
        </Button>
        {'clipboard' in navigator && (
          <Button icon={Copy} onClick={copy}>
            {say({ zh: '复制', en: 'Copy' })}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
