import { Suspense } from 'react'
import { isLoopback, loopbackNote } from '../../../kit/loopback.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { QrPicture } from '../../account/api.tsx'
import { endText } from '../share/share-choices.ts'
import type { MadeLink } from './use-share.ts'

/** The link, shown only once: the server stores only its hash. */
export function LinkDialog({ link, onClose }: { link: MadeLink; onClose: () => void }) {
  const url = `${location.origin}${link.url}`
  const footer = (
    <Button kind="primary" onClick={onClose}>
      {say({ zh: '完成', en: 'Done' })}
    </Button>
  )
  const title = say({ zh: '分享“{scene}”', en: 'Share “{scene}”' }, { scene: link.scene_name })
  return (
    <Dialog open onClose={onClose} title={title} width={460} footer={footer}>
      <div className="flex flex-col items-center gap-4">
        {link.way === 'qrcode' && (
          <div className="size-56 overflow-hidden rounded-xl border border-line">
            <Suspense>
              <QrPicture text={url} label={{ zh: '分享二维码', en: 'QR code of the share' }} className="size-full" />
            </Suspense>
          </div>
        )}
        <p className="flex w-full items-start gap-1 rounded-lg bg-sunken py-2 pr-1 pl-3">
          <code className="min-w-0 flex-1 font-mono text-xs break-all select-all">{url}</code>
          <CopyButton text={url} />
        </p>
        {isLoopback && (
          <p role="note" className="w-full rounded-md bg-warning-soft px-3 py-2 text-xs text-warning">
            {say(loopbackNote)}
          </p>
        )}
        <p className="text-xs text-soft">
          {say(
            {
              zh: '有效期：{end}。链接只在此显示一次，请立即复制；在手机上打开会进入移动端。',
              en: 'Until: {end}. The link is shown only now, so copy it; on a phone it opens the mobile page.',
            },
            { end: endText(link.expire_at) },
          )}
        </p>
      </div>
    </Dialog>
  )
}
