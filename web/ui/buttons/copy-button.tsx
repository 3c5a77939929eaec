import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { cx } from '../base/join-classes.ts'
import { toast } from '../feedback/toast.tsx'

const shown = 1_200

export function CopyButton({ text, className }: { text: string; className?: string }) {
  const [done, setDone] = useState(false)
  const copy = async () => {
    if (!(await copyText(text)))
      return toast.error({
        zh: '无法访问剪贴板，请手动复制',
        en: 'The clipboard is not available; please copy by hand',
      })
    setDone(true)
    setTimeout(() => setDone(false), shown)
  }
  const label = done ? { zh: '已复制', en: 'Copied' } : { zh: '复制', en: 'Copy' }
  return (
    <IconButton
      size="s"
      icon={done ? 'check' : 'copy'}
      label={label}
      className={className}
      onClick={(event) => {
        event.stopPropagation()
        void copy()
      }}
    />
  )
}

/** A serial number, MAC or IP address with a copy button that appears on hover and focus. */
export function Copyable({ text, mono = true, className }: { text: string; mono?: boolean; className?: string }) {
  if (!text) return <span className="text-faint">–</span>
  return (
    <span
      data-tip-cut=""
      className={cx(
        'group/copy relative inline-block max-w-full truncate pr-6 align-middle',
        mono && 'font-mono text-xs',
        className,
      )}
    >
      {text}
      <CopyButton
        text={text}
        className="absolute inset-y-0 right-0 my-auto opacity-0 group-hover/copy:opacity-100 focus-visible:opacity-100"
      />
    </span>
  )
}

/** True after the text was copied; plain HTTP pages have no clipboard API, so a selection is tried as well. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'fixed opacity-0'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
