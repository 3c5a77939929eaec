import { RouterProvider } from '@tanstack/react-router'
import { ToastHost } from '../ui/toast.tsx'
import { TooltipHost } from '../ui/tooltip.tsx'
import { router } from './router.tsx'

export function App() {
  return (
    <>
      <RouterProvider router={router} />
      <ToastHost />
      <TooltipHost />
    </>
  )
}
