import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, type ReactNode } from 'react'

type LinkQuery = Readonly<Record<string, string | number>>

const texts = (query: LinkQuery | undefined) =>
  Object.fromEntries(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]))

export interface GoProps {
  to: string
  search?: LinkQuery
  className?: string
  children: ReactNode
}

/** A link inside the console; its page is loaded on hover. */
export function Go({ to, search, className = 'text-accent-text hover:underline', children }: GoProps) {
  return (
    <Link to={to} search={texts(search) as never} className={className}>
      {children}
    </Link>
  )
}

/** `const go = useGo()`; `go('/scene/manage/list', { add: 1 })`. */
export function useGo(): (to: string, search?: LinkQuery) => void {
  const navigate = useNavigate()
  return useCallback((to, search) => void navigate({ to, search: texts(search) as never }), [navigate])
}
