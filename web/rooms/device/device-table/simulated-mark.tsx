import { say } from '../../../kit/words/words.ts'
import { glyphClass } from '../../../ui/base/glyph.ts'

const simulated = { zh: '模拟设备，不是真实硬件', en: 'Simulated, not real hardware' }

/** Badge of a simulated device. */
export function SimulatedMark() {
  return (
    <span
      role="img"
      aria-label={say(simulated)}
      data-tip={say(simulated)}
      className={`flex shrink-0 text-faint ${glyphClass('flask-conical')}`}
    />
  )
}
