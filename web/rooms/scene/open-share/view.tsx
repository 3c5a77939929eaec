import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Spinner } from '../../../ui/feedback/spinner.tsx'

/** True for a small touch screen. */
const isPhone = () => matchMedia('(max-width: 640px), (pointer: coarse) and (max-width: 900px)').matches

export function View() {
  const { code } = useParams({ strict: false }) as { code: string }
  const navigate = useNavigate()
  useEffect(() => {
    const query = encodeURIComponent(code)
    const href = isPhone() ? `/mid?share=${query}` : `/scene/share/my-receive?code=${query}`
    void navigate({ href, replace: true })
  }, [code, navigate])
  return (
    <main className="flex min-h-full items-center justify-center">
      <Spinner />
    </main>
  )
}
