import { memo } from 'react'
import { say } from '../../../kit/words/words.ts'
import { RevisePopover } from '../../../ui/popups/revise-popover.tsx'
import type { ListedDevice } from './device.ts'
import { nameOf } from './device.ts'
import { SimulatedMark } from './simulated-mark.tsx'
import { useRename } from './use-rename.ts'

const alone = { zh: '已脱离集中配置', en: 'Excluded from central configuration' }

/** The name, editable in place, with a badge for simulated devices. */
export const NameCell = memo(function NameCell({ device, writable }: { device: ListedDevice; writable: boolean }) {
  const rename = useRename()
  return (
    <span className="group/name relative flex min-w-0 items-center gap-1 has-data-popup-open:pr-6 hover:pr-6 group-focus-within:pr-6">
      <span data-tip-cut="" className={device.name ? 'truncate font-medium' : 'truncate font-mono text-xs'}>
        {nameOf(device)}
      </span>
      {device.simulated === 1 && <SimulatedMark />}
      {device.standalone === 1 && (
        <span data-tip={say(alone)} className="shrink-0 rounded bg-sunken px-1 text-xs text-soft">
          {say({ zh: '独立', en: 'Standalone' })}
        </span>
      )}
      {writable && (
        <RevisePopover
          label={{ zh: '修改名称', en: 'Rename' }}
          value={device.name}
          onSave={(name) => rename(device, name)}
          className="absolute right-0 opacity-0 group-hover/name:opacity-100 group-focus-within:opacity-100 focus-visible:opacity-100 data-popup-open:opacity-100"
        />
      )}
    </span>
  )
})
