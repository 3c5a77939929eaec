import { watchCalls } from '@belvedere/contract/rooms/device/watch.ts'
import { Activity } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { showFailure } from '../../task/api.tsx'

/** Milliseconds until the stream is renewed: a device streams for a minute and a half. */
const AGAIN = 45_000

/** Makes the device report every five seconds while the button is pressed and visible. */
export function LiveButton({ device_id }: { device_id: number }) {
  const [isOn, turn] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const ask = () =>
      void call(watchCalls.start, { id: device_id }).catch((error: unknown) => {
        showFailure(error)
        turn(false)
      })
    ask()
    const timer = setInterval(ask, AGAIN)
    return () => {
      clearInterval(timer)
      // a stream that cannot be stopped ends automatically
      void call(watchCalls.stop, { id: device_id }, { keep: true }).catch(() => {})
    }
  }, [isOn, device_id])
  return (
    <Button size="s" icon={Activity} aria-pressed={isOn} kind={isOn ? 'primary' : 'plain'} onClick={() => turn(!isOn)}>
      {isOn ? say({ zh: '实时（每 5 秒）', en: 'Live, every 5 s' }) : say({ zh: '实时查看', en: 'Watch live' })}
    </Button>
  )
}
