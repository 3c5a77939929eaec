import { Check, Pencil, RefreshCcwDot, Star, Trash2 } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { cx } from '../../ui/base/join-classes.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import type { SavedView } from '../session/habit.ts'
import { isSilent, ServerRefusal } from '../calls/refusal.ts'
import { addView, changeView, followViews, removeView } from './saved-views.ts'
import { say } from '../words/words.ts'

export interface ViewsPanelProps {
  list: string
  views: readonly SavedView[]
  /** The selected view. */
  current: SavedView | undefined
  /** The list differs from the selected view. */
  changed: boolean
  /** The current state of the list. */
  now: SavedView['state']
  onShow: (view: SavedView | undefined) => void
  close: () => void
}

const withMessage = (work: Promise<unknown>) =>
  work.catch((error: Error) => void (isSilent(error) || toast.error(error.message)))

/** The views of one list: select, update, rename, set as default, delete, and save the current state as a new view. */
export function ViewsPanel({ list, views, current, changed, now, onShow, close }: ViewsPanelProps) {
  useEffect(followViews, [])
  const show = (view: SavedView | undefined) => {
    onShow(view)
    close()
  }
  return (
    <>
      <ul className="max-h-[min(320px,50vh)] overflow-y-auto p-1">
        <li>
          <ViewName
            name={say({ zh: '默认列表', en: 'The plain list' })}
            on={!current}
            onClick={() => show(undefined)}
          />
        </li>
        {views.map((view) => (
          <ViewLine
            key={view.id}
            view={view}
            on={view === current}
            changed={changed}
            now={now}
            onShow={() => show(view)}
          />
        ))}
      </ul>
      <NewView onSave={(name) => addView({ list, name, usual: 0, state: now }).then(show)} />
    </>
  )
}

interface ViewLineProps extends Pick<ViewsPanelProps, 'changed' | 'now'> {
  view: SavedView
  on: boolean
  onShow: () => void
}

function ViewLine({ view, on, changed, now, onShow }: ViewLineProps) {
  const [renaming, setRenaming] = useState(false)
  if (renaming) {
    return (
      <li className="p-1">
        <NameForm
          label={{ zh: '重命名视图', en: 'Rename the view' }}
          value={view.name}
          onSave={async (name) => {
            if (name !== view.name) await changeView(view.id, { name })
            setRenaming(false)
          }}
        />
      </li>
    )
  }
  const isUsual = view.usual === 1
  const remove = async () => {
    await removeView(view)
    toast.success(say({ zh: '已删除视图“{name}”', en: 'View “{name}” deleted' }, { name: view.name }))
  }
  return (
    <li className="group flex items-center rounded-md hover:bg-hover">
      <ViewName name={view.name} on={on} usual={isUsual} onClick={onShow} />
      {on && changed && (
        <IconButton
          size="s"
          icon={RefreshCcwDot}
          label={{ zh: '更新为当前显示', en: 'Update to what is shown' }}
          onClick={() => void withMessage(changeView(view.id, { state: now }))}
        />
      )}
      <span className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-sm:opacity-100">
        <IconButton
          size="s"
          icon={Star}
          aria-pressed={isUsual}
          label={
            isUsual
              ? { zh: '不再默认使用', en: 'No longer the default' }
              : { zh: '设为默认', en: 'Make it the default' }
          }
          onClick={() => void withMessage(changeView(view.id, { usual: isUsual ? 0 : 1 }))}
        />
        <IconButton size="s" icon={Pencil} label={{ zh: '重命名', en: 'Rename' }} onClick={() => setRenaming(true)} />
        <IconButton
          size="s"
          icon={Trash2}
          label={{ zh: '删除', en: 'Delete' }}
          onClick={() => void withMessage(remove())}
        />
      </span>
    </li>
  )
}

function ViewName({ name, on, usual, onClick }: { name: string; on: boolean; usual?: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-current={on || undefined}
      onClick={onClick}
      className="flex h-8 w-full min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left hover:bg-hover"
    >
      <Check size={14} aria-hidden="true" className={cx('shrink-0 text-accent-text', !on && 'invisible')} />
      <span className="truncate">{name}</span>
      {usual && <span className="shrink-0 text-xs text-faint">{say({ zh: '默认', en: 'Default' })}</span>}
    </button>
  )
}

function NewView({ onSave }: { onSave: (name: string) => Promise<void> }) {
  return (
    <div className="border-t border-line p-2">
      <NameForm label={{ zh: '将当前显示保存为视图', en: 'Save what is shown as a view' }} value="" onSave={onSave} />
    </div>
  )
}

interface NameFormProps {
  label: { zh: string; en: string }
  value: string
  /** Throws a refusal. */
  onSave: (name: string) => Promise<void>
}

function NameForm({ label, value, onSave }: NameFormProps) {
  const [name, setName] = useState(value)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return setError(say({ zh: '请输入内容', en: 'Please enter content' }))
    setPending(true)
    await onSave(name.trim()).catch((failure: Error) => {
      if (!isSilent(failure))
        setError(failure instanceof ServerRefusal ? (failure.fields.name ?? failure.message) : failure.message)
    })
    setPending(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex items-start gap-1.5">
      <TextField
        className="flex-1"
        aria-label={say(label)}
        placeholder={say(label)}
        autoComplete="off"
        autoFocus={value !== ''}
        value={name}
        error={error}
        onChange={(text) => (setName(text), setError(undefined))}
      />
      <Button type="submit" pending={pending}>
        {say({ zh: '保存', en: 'Save' })}
      </Button>
    </form>
  )
}
