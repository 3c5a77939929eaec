import { captchaCalls } from '@belvedere/contract/rooms/captcha/captcha.ts'
import { SlideCaptcha } from '../../../ui/slide-captcha/slide-captcha.tsx'
import type { VerifySlide } from './verify-slide.ts'
import { useFresh } from './use-fresh.ts'

/** The server's picture and its piece. */
export function SlidePuzzle({ verify, onSuccess }: { verify: VerifySlide; onSuccess: () => void }) {
  const { fresh: puzzle, refresh } = useFresh(captchaCalls.get)
  return (
    <SlideCaptcha
      puzzle={puzzle}
      verify={async ({ x, trail }) =>
        puzzle && verify({ captcha_id: puzzle.captcha_id, captcha_x: x, captcha_trail: trail })
      }
      onSuccess={onSuccess}
      onRefresh={refresh}
    />
  )
}
