import { feedbackCalls } from '@belvedere/contract/rooms/feedback/feedback.ts'
import { useEffect, useState } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { say } from '../../../kit/words/words.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { Suggestion } from './suggestion.ts'

/** Thumbnails; a click opens the full picture. */
export function Pictures({ pictures }: { pictures: Suggestion['pictures'] }) {
  const [shown, show] = useState<{ url: string; name: string }>()
  if (pictures.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2.5">
      {pictures.map(({ id }, at) => (
        <Thumbnail key={id} id={id} name={say({ zh: '图片 {n}', en: 'Picture {n}' }, { n: at + 1 })} onPress={show} />
      ))}
      {shown && (
        <Dialog open onClose={() => show(undefined)} title={shown.name} width={1100}>
          <img src={shown.url} alt={shown.name} className="mx-auto max-h-[75vh] rounded-md" />
        </Dialog>
      )}
    </div>
  )
}

interface ThumbnailProps {
  id: number
  name: string
  onPress: (picture: { url: string; name: string }) => void
}

function Thumbnail({ id, name, onPress }: ThumbnailProps) {
  const { url, failed } = usePicture(id)
  if (failed)
    return <span className="flex size-24 items-center rounded-lg bg-sunken p-2 text-xs text-faint">{failed}</span>
  if (!url) return <Skeleton className="size-24 rounded-lg" />
  return (
    <button
      type="button"
      onClick={() => onPress({ url, name })}
      className="size-24 overflow-hidden rounded-lg border border-line bg-sunken"
    >
      <img src={url} alt={name} className="size-full object-cover" />
    </button>
  )
}

/** Pictures are loaded by a call with the token in the header; an address alone shows nothing. */
function usePicture(id: number): { url?: string; failed?: string } {
  const [state, setState] = useState<{ url?: string; failed?: string }>({})
  useEffect(() => {
    const leave = new AbortController()
    let url: string | undefined
    call(feedbackCalls.picture, { id }, { signal: leave.signal })
      .then(({ blob }) => setState({ url: (url = URL.createObjectURL(blob)) }))
      .catch((error: Error) => !leave.signal.aborted && setState({ failed: error.message }))
    return () => {
      leave.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [id])
  return state
}
