import '../../styles/main.css'
import { evaluateDrag, slideCaptcha } from '@belvedere/pure/sign-in/slide-captcha.ts'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { SlideCaptcha, type SlidePuzzle } from './slide-captcha.tsx'

declare global {
  interface Window {
    events: string[]
    samples: number[]
    gap: number
  }
}
window.events = []
window.samples = []
window.gap = 150

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const { width, height, box } = slideCaptcha
const another = (): SlidePuzzle => ({ image: pixel, piece: pixel, width, height, piece_width: box, y: 40 })

function Page() {
  const [puzzle, setPuzzle] = useState(another)
  const tell = (event: string) => void window.events.push(event)
  return (
    <SlideCaptcha
      puzzle={puzzle}
      verify={async ({ x, trail }) => {
        window.samples = trail
        return evaluateDrag({ x, trail }, window.gap)
      }}
      onSuccess={(ms) => tell(`success ${ms > 0 && ms < 20_000}`)}
      onFail={() => tell('fail')}
      onAgain={() => tell('again')}
      onRefresh={() => {
        tell('refresh')
        setPuzzle(another)
      }}
    />
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
