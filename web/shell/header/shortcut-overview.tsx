import { Fragment } from 'react'
import { say } from '../../kit/words/words.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { isApple, shortcutGroups } from '../../ui/base/shortcuts.ts'

/** `Mod+K` → Ctrl, K; keys of a sequence are separated by a word. */
function Keys({ keys }: { keys: string }) {
  return keys.split(' ').map((together, index) => (
    <Fragment key={together}>
      {index > 0 && <span className="text-faint"> </span>}
      {together.split('+').map((key) => (
        <kbd key={key} className="rounded border border-line bg-sunken px-1.5 py-0.5 font-sans text-xs">
          {key === 'Mod' ? (isApple ? '⌘' : 'Ctrl') : key}
        </kbd>
      ))}
    </Fragment>
  ))
}

const title = { zh: '键盘快捷键', en: 'Keyboard shortcuts' }

/** All shortcuts that are active on screen. */
export function ShortcutOverview({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={title} width={560}>
      {/* Gets the initial focus, because otherwise the tooltip of Close would cover the list. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard */}
      <div role="region" tabIndex={0} aria-label={say(title)} className="flex flex-col gap-5 outline-none">
        {shortcutGroups().map(({ title: part, list }) => (
          <section key={part.en}>
            <h3 className="mb-1.5 text-xs font-medium text-faint">{say(part)}</h3>
            <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5">
              {list.map(({ keys, does }) => (
                <Fragment key={keys}>
                  <dt>{say(does)}</dt>
                  <dd className="flex items-center justify-end gap-1">
                    <Keys keys={keys} />
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
