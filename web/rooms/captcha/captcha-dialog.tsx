import { captchaErrors } from '@belvedere/contract/rooms/captcha/errors.ts'
import { slideCaptcha } from '@belvedere/pure/sign-in/slide-captcha.ts'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useState } from 'react'
import { ServerRefusal } from '../../kit/calls/refusal.ts'
import { say } from '../../kit/words/words.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import type { SlideVerdict } from '../../ui/slide-captcha/slide-captcha.tsx'
import { TextQuestion } from './puzzle/text-question.tsx'
import { SlidePuzzle } from './puzzle/slide-puzzle.tsx'
import type { PuzzleAnswer, VerifySlide } from './puzzle/verify-slide.ts'

/** Result of the call that used the answer. */
export interface Attempted {
  failure?: Error
}

interface CaptchaDialogProps {
  attempt: (answer: PuzzleAnswer) => Promise<Attempted>
  onClose: () => void
}

/**
 * The slide captcha, or a question for users who cannot see or drag; a solved captcha is used for the call
 * immediately.
 */
export function CaptchaDialog({ attempt, onClose }: CaptchaDialogProps) {
  const [isAsking, setAsking] = useState(false)
  const verify: VerifySlide = async (answer) => verdictOf(await attempt(answer))
  return (
    <CSPProvider disableStyleElements>
      <Dialog open onClose={onClose} title={{ zh: '安全验证', en: 'Verification' }} width={slideCaptcha.width + 40}>
        <div className="flex flex-col">
          {/* first in the focus order, last in the layout */}
          <Button
            kind="quiet"
            size="s"
            className="order-last mt-3 -ml-2 self-start"
            onClick={() => setAsking(!isAsking)}
          >
            {isAsking
              ? say({ zh: '改为拖动拼图', en: 'Drag a picture instead' })
              : say({ zh: '无法拖动？改为回答问题', en: 'Cannot drag? Answer a question instead' })}
          </Button>
          {isAsking ? (
            <TextQuestion verify={verify} onSuccess={onClose} />
          ) : (
            <SlidePuzzle verify={verify} onSuccess={onClose} />
          )}
        </div>
      </Dialog>
    </CSPProvider>
  )
}

/**
 * Any refusal except the two captcha refusals means that the captcha was solved; a wrong password is shown beside its
 * field.
 */
function verdictOf({ failure }: Attempted): SlideVerdict {
  const code = failure instanceof ServerRefusal ? failure.code : 0
  if (code === captchaErrors.captchaFailed.code) return 'fail'
  return code === captchaErrors.captchaTooRegular.code ? 'again' : 'success'
}
