import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Sheet } from '../../../ui/phone/sheet.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ShareFacts } from '../share/share-facts.tsx'
import { useReceive } from '../share/use-receive.ts'

/** The content of a scanned or opened share link, and the question whether to accept it. */
export function PhoneShare({ code, onClose }: { code: string; onClose: () => void }) {
  const { offer, failure, pending, receive } = useReceive(code)
  return (
    <Sheet onClose={onClose} title={offer?.scene_name ?? { zh: '接收分享', en: 'Receive a share' }}>
      {failure && (
        <p role="alert" className="mb-4 rounded-lg bg-danger-soft px-3 py-2.5 text-danger">
          {failure}
        </p>
      )}
      {offer && <ShareFacts offer={offer} />}
      {!offer && !failure && <Skeleton className="h-24" />}
      <div className="mt-5 grid auto-cols-fr grid-flow-col gap-3">
        <Button onClick={onClose}>
          {offer?.known === 0 ? say({ zh: '取消', en: 'Cancel' }) : say({ zh: '关闭', en: 'Close' })}
        </Button>
        {offer?.known === 0 && (
          <Button kind="primary" pending={pending} onClick={() => void receive('/mid')}>
            {say({ zh: '接收', en: 'Receive' })}
          </Button>
        )}
      </div>
    </Sheet>
  )
}
