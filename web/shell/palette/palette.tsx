import { Dialog } from '@base-ui/react/dialog'
import { useId } from 'react'
import type { FinderHost } from '../../kit/routing/define-finder.ts'
import { say } from '../../kit/words/words.ts'
import { PaletteField } from './palette-field.tsx'
import { PaletteResults } from './palette-results.tsx'
import { KeyHints } from './palette-row.tsx'
import { usePalette } from './use-palette.ts'

interface PaletteProps {
  onClose: () => void
  typed: string
  path: string
  host: FinderHost
}

/** One search field for pages, scenes, devices, terminals, and their actions. */
export function Palette(props: PaletteProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fade fixed inset-0 z-50 bg-backdrop" />
        <Dialog.Popup
          aria-label={say({ zh: '命令面板', en: 'Command palette' })}
          className="fixed top-[max(12px,10vh)] left-1/2 z-50 flex max-h-[min(520px,80vh)] w-[min(640px,calc(100vw-16px))] -translate-x-1/2 flex-col overflow-hidden rounded-xl bg-raised shadow-pop outline-none"
        >
          <Contents {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Contents({ typed, path, host }: PaletteProps) {
  const id = useId()
  const state = usePalette(typed, path, host)
  const { entries, active, busy, failed } = state
  return (
    <>
      <PaletteField id={id} state={state} />
      <PaletteResults id={id} state={state} />
      {entries.length === 0 && !busy && (
        <p className="px-4 pb-4 text-soft">{say({ zh: '没有找到', en: 'Nothing found' })}</p>
      )}
      {failed && (
        <p role="alert" className="px-4 pb-3 text-danger">
          {say({ zh: '部分结果未能加载', en: 'Some results could not be loaded' })}
        </p>
      )}
      <span role="status" className="sr-only">
        {busy ? '' : say({ zh: '{n} 个结果', en: '{n} {n:result|results}' }, { n: entries.length })}
      </span>
      <KeyHints acts={active?.acts !== undefined} />
    </>
  )
}
