import { CircleHelp } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { HelpTopic } from '../kit/routing/define-screen.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { HelpDrawer } from '../rooms/document/api.tsx'

/** Opens the help cards of the page's topic. */
export function HelpButton({ topic }: { topic: HelpTopic }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton icon={CircleHelp} label={{ zh: '帮助', en: 'Help' }} onClick={() => setOpen(true)} />
      <Suspense>{open && <HelpDrawer topic={topic} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
