import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { queryClient } from '../../../kit/calls/query.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { upload } from '../../../kit/calls/upload.ts'

type Spec = typeof firmwareCalls.add

export type UploadState =
  | { step: 'idle' }
  | { step: 'sending'; file: File; share: number }
  | { step: 'refused'; reason: string }
  | { step: 'done'; answer: AnswerOf<Spec> }

/** One upload with its progress; leaving the page ends it. */
export function useUpload(spec: Spec) {
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const under = useRef<AbortController>(undefined)
  const cancel = useCallback(() => under.current?.abort(), [])
  useEffect(() => cancel, [cancel])

  const send = async (file: File, input: In<Spec>) => {
    cancel()
    const mine = new AbortController()
    under.current = mine
    setState({ step: 'sending', file, share: 0 })
    const onProgress = (share: number) => under.current === mine && setState({ step: 'sending', file, share })
    try {
      const answer = await upload(spec, input, { files: { file }, signal: mine.signal, onProgress })
      setState({ step: 'done', answer })
      void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.call.shows?.includes('firmware') ?? false })
    } catch (error) {
      if (!isSilent(error)) setState({ step: 'refused', reason: (error as Error).message })
    }
  }
  return { state, send: (file: File, input: In<Spec>) => void send(file, input), cancel }
}
