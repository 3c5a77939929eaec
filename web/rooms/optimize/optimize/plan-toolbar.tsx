import { radioBand } from '@belvedere/contract/rooms/intent/enums.ts'
import { SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Popover } from '../../../ui/popups/popover.tsx'
import type { OptimizationPlan } from './plan.ts'
import { limits, thresholds } from './limits.ts'

/** The state of a plan in the address of the page. */
export type PlanOptions = {
  /** Ids joined by dots; '': all. */
  bands: string
  threshold: number
  dfs: number
  width: number
  power: number
  /** 1: unchanged radios are shown, too. */
  all: number
}

interface PlanToolbarProps {
  plan: OptimizationPlan
  at: number
  asked: PlanOptions
  onAsk: (part: Partial<PlanOptions>) => void
  /** Buttons at the end of the bar. */
  children: ReactNode
}

/** The benefit of a plan, its inputs, and its actions; one row on a desktop in both languages. */
export function PlanToolbar({ plan, at, asked, onAsk, children }: PlanToolbarProps) {
  const chosen = asked.bands ? asked.bands.split('.') : radioBand.ids.map(String)
  const toggleBand = (band: string) => {
    const next = chosen.includes(band) ? chosen.filter((one) => one !== band) : [...chosen, band]
    if (next.length > 0) onAsk({ bands: next.length === radioBand.ids.length ? '' : next.join('.') })
  }
  return (
    <div
      role="toolbar"
      aria-label={say({ zh: '规划选项', en: 'Options of the plan' })}
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <Gain plan={plan} at={at} />
      {radioBand.values.map(({ id, ...words }) => (
        <Checkbox
          key={id}
          label={words[lang]}
          checked={chosen.includes(String(id))}
          onChange={() => toggleBand(String(id))}
        />
      ))}
      <Limits asked={asked} onAsk={onAsk} />
      <Checkbox
        label={{ zh: '显示不变的', en: 'Show unchanged' }}
        checked={asked.all === 1}
        onChange={(on) => onAsk({ all: on ? 1 : 0 })}
      />
      <div className="ml-auto flex gap-2 max-sm:ml-0">{children}</div>
    </div>
  )
}

/** Limits of a plan: allowed changes and minimum benefit. */
function Limits({ asked, onAsk }: Pick<PlanToolbarProps, 'asked' | 'onAsk'>) {
  const label = { zh: '规划条件', en: 'Plan settings' }
  return (
    <Popover trigger={<Button icon={SlidersHorizontal}>{say(label)}</Button>} label={label} align="start">
      <div className="flex flex-col gap-2 p-3">
        <Select
          className="w-52"
          name={{ zh: '调整门槛', en: 'Threshold' }}
          options={thresholds}
          value={asked.threshold}
          onChange={(threshold) => onAsk({ threshold })}
        />
        {limits.map(({ key, label }) => (
          <Checkbox
            key={key}
            label={label}
            checked={asked[key] === 1}
            onChange={(on) => onAsk({ [key]: on ? 1 : 0 })}
          />
        ))}
      </div>
    </Popover>
  )
}

function Gain({ plan: { before, after, moved_cnt }, at }: { plan: OptimizationPlan; at: number }) {
  if (at === 0) return null
  return (
    <p className="flex items-baseline gap-2">
      <span className="text-soft">{say({ zh: '平均干扰', en: 'Interference on average' })}</span>
      <b className="text-lg font-semibold" data-before={before}>
        {before}%
      </b>
      <span aria-hidden="true">→</span>
      <b className={after < before ? 'text-lg font-semibold text-success' : 'text-lg font-semibold'} data-after={after}>
        {after}%
      </b>
      <span className="text-xs text-faint">
        {say({ zh: '{n} 项调整', en: '{n} {n:adjustment|adjustments}' }, { n: moved_cnt })}
      </span>
    </p>
  )
}
