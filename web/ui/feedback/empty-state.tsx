import { Inbox, PlugZap, RotateCw, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { cx } from '../base/join-classes.ts'
import { textOf, type Text } from '../base/text-of.ts'
import { say } from '../base/words.ts'

interface EmptyStateProps {
  title: Text
  hint?: Text
  action?: ReactNode
  icon?: LucideIcon
  /** It replaces the page: its title is the page's heading. */
  heading?: boolean
  className?: string
}

/** Shown where there is no content yet, with a suggestion what to do. */
export function EmptyState({ title, hint, action, icon: Icon = Inbox, heading, className }: EmptyStateProps) {
  const Title = heading ? 'h1' : 'p'
  return (
    <div className={cx('flex flex-col items-center justify-center px-6 py-14 text-center', className)}>
      <span className="mb-3 flex size-11 items-center justify-center rounded-xl bg-sunken text-faint">
        <Icon size={22} strokeWidth={1.6} aria-hidden="true" />
      </span>
      <Title className="text-base font-medium">{textOf(title)}</Title>
      {hint && <p className="mt-1 max-w-md text-balance text-soft">{textOf(hint)}</p>}
      {action && <div className="mt-4 flex gap-2">{action}</div>}
    </div>
  )
}

interface ErrorStateProps extends Pick<EmptyStateProps, 'heading' | 'className'> {
  error: Error
  onRetry?: () => void
}

/** Shown where content could not be loaded. */
export function ErrorState({ error, onRetry, heading = false, className }: ErrorStateProps) {
  const retry = onRetry && (
    <Button icon={RotateCw} onClick={onRetry}>
      {say({ zh: '重试', en: 'Try again' })}
    </Button>
  )
  return (
    <div role="alert" className={className}>
      <EmptyState
        icon={PlugZap}
        title={{ zh: '加载失败', en: 'Could not be loaded' }}
        hint={error.message}
        action={retry}
        heading={heading}
      />
    </div>
  )
}
