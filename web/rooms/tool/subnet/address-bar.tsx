import { blockOf } from '@belvedere/pure/network/cidr.ts'
import { say } from '../../../kit/words/words.ts'
import { shareText } from '../number-text.ts'
import { cidrText, type Divided } from './divided.ts'

const grounds = [
  'bg-tag-blue',
  'bg-tag-green',
  'bg-tag-orange',
  'bg-tag-purple',
  'bg-tag-cyan',
  'bg-tag-pink',
  'bg-tag-red',
  'bg-tag-grey',
] as const

export const groundOf = (at: number) => grounds[at % grounds.length] ?? grounds[0]

/** The subnets by position and size in the network; of a network that is mostly free, only a part is shown. */
export function AddressBar({ base, rows, used }: Divided) {
  const shown = frontOf(base, used)
  const inOrder = rows.map((row, at) => ({ ...row, at })).sort((a, b) => a.block.network - b.block.network)
  const free = shown.size - used
  const isWhole = shown.length === base.length
  const label = say(
    { zh: '{cidr} 的占用情况：已用 {share}', en: 'Use of {cidr}: {share} taken' },
    { cidr: cidrText(shown), share: shareText(used / shown.size) },
  )
  return (
    <figure>
      <div role="img" aria-label={label} className="flex h-7 gap-px overflow-hidden rounded-md bg-sunken">
        {inOrder.map(({ at, name, subnet, block }) => (
          <span
            key={at}
            data-tip={`${name} ${subnet}`}
            style={{ flexGrow: block.size }}
            className={`min-w-0.5 basis-0 ${groundOf(at)}`}
          />
        ))}
        {free > 0 && (
          <span data-tip={say({ zh: '空闲', en: 'Free' })} style={{ flexGrow: free }} className="min-w-0.5 basis-0" />
        )}
      </div>
      <figcaption className="mt-1 flex justify-between gap-3 text-xs text-faint">
        <span className="font-mono">{cidrText(shown)}</span>
        <span>
          {!isWhole &&
            say({ zh: '只画出有子网的部分，其余空闲', en: 'Only the part with subnets is drawn, the rest is free' })}
        </span>
      </figcaption>
    </figure>
  )
}

/** The smallest leading block that contains all subnets. */
function frontOf(base: Divided['base'], used: number) {
  const length = 32 - Math.ceil(Math.log2(used))
  return blockOf(base.network, Math.max(base.length, length))
}
