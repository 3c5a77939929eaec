import { captchaCalls } from '@belvedere/contract/rooms/account/captcha.ts'
import { accountErrors } from '@belvedere/contract/rooms/account/errors.ts'
import { slideCaptcha } from '@belvedere/pure/slide-captcha.ts'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useCallback, useEffect, useState } from 'react'
import { call, type Answer } from '../../../kit/call.ts'
import { isSilent, Refusal } from '../../../kit/refusal.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SlideCaptcha, type Slide, type SlideState } from '../../../ui/slide-captcha.tsx'
import { toast } from '../../../ui/toast.tsx'

type Puzzle = Answer<typeof captchaCalls.get>

/** Answer to the puzzle, as every call that may want one takes it. */
export interface PuzzleAnswer {
  captcha_id: string
  captcha_x: number
  captcha_trail: number[]
}

/** How the call went that spent the answer. */
export interface Attempted {
  failure?: Error
}

interface CaptchaDialogProps {
  attempt: (answer: PuzzleAnswer) => Promise<Attempted>
  onClose: () => void
}

/** The slide puzzle; a solved one is spent on the call at once. The server judges, and a puzzle is good for one try. */
export function CaptchaDialog({ attempt, onClose }: CaptchaDialogProps) {
  const [puzzle, setPuzzle] = useState<Puzzle>()
  const [state, setState] = useState<SlideState>('idle')
  const refresh = useCallback(async () => {
    setPuzzle(undefined)
    setState('idle')
    try {
      setPuzzle(await call(captchaCalls.get, {}))
    } catch (error) {
      if (!isSilent(error)) toast.error((error as Error).message)
    }
  }, [])
  useEffect(() => void refresh(), [refresh])

  const onSlide = async ({ x, trail }: Slide) => {
    if (!puzzle) return
    setState('checking')
    const result = await attempt({ captcha_id: puzzle.captcha_id, captcha_x: x, captcha_trail: trail })
    const verdict = verdictOf(result)
    setState(verdict)
    if (verdict === 'success') return onClose()
    setTimeout(() => void refresh(), slideCaptcha.failureReset)
  }
  return (
    <CSPProvider disableStyleElements>
      <Dialog open onClose={onClose} title={{ zh: '安全验证', en: 'Verification' }} width={slideCaptcha.width + 40}>
        <SlideCaptcha puzzle={puzzle} state={state} onSlide={onSlide} onRefresh={refresh} />
      </Dialog>
    </CSPProvider>
  )
}

/** Anything but the two puzzle refusals means the puzzle was solved; a wrong password is told beside its field. */
function verdictOf({ failure }: Attempted): SlideState {
  const code = failure instanceof Refusal ? failure.code : 0
  if (code === accountErrors.captchaFailed.code) return 'fail'
  return code === accountErrors.captchaTooRegular.code ? 'again' : 'success'
}
