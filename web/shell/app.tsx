import { RouterProvider } from '@tanstack/react-router'
import { createPortal } from 'react-dom'
import { ToastHost } from '../ui/feedback/toast.tsx'
import { TooltipHost } from '../ui/popups/tooltip.tsx'
import { router } from './router.tsx'

export function App() {
  return (
    <>
      <RouterProvider router={router} />
      {createPortal(<Hosts />, document.body)}
    </>
  )
}

/** Beside the root, whose layers are below every popup. */
function Hosts() {
  return (
    <>
      <ToastHost />
      <TooltipHost />
    </>
  )
}
