import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ShareFacts } from '../share/share-facts.tsx'
import { useReceive } from '../share/use-receive.ts'

/** The content of a link before it is accepted. */
export function ReceiveDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const { offer, failure, pending, receive } = useReceive(code)
  const title = offer
    ? say({ zh: '接收场景“{scene}”？', en: 'Receive the scene “{scene}”?' }, { scene: offer.scene_name })
    : { zh: '接收分享', en: 'Receive a share' }
  const footer = (
    <>
      <Button onClick={onClose}>{say({ zh: '取消', en: 'Cancel' })}</Button>
      {offer?.known === 0 && (
        <Button kind="primary" pending={pending} onClick={() => void receive('/scene/share/my-receive')}>
          {say({ zh: '接收', en: 'Receive' })}
        </Button>
      )}
    </>
  )
  return (
    <Dialog open onClose={onClose} title={title} width={460} footer={footer}>
      {failure && (
        <p role="alert" className="mb-3 rounded-lg bg-danger-soft px-3 py-2 text-danger">
          {failure}
        </p>
      )}
      {offer && <ShareFacts offer={offer} />}
      {!offer && !failure && <Skeleton className="h-24" />}
    </Dialog>
  )
}
