import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, type ComponentType } from 'react'
import { lazyPart } from '../../kit/loading/lazy-part.ts'
import { useUrlState } from '../../kit/routing/url-state.ts'
import { useRequestedTool, type ToolId } from './open-tool.ts'

export interface ToolProps {
  /** Value to look up from the address; '' for none. */
  value: string
  onClose: () => void
}

const dialogs: Readonly<Record<ToolId, ComponentType<ToolProps>>> = {
  ip: lazyPart(() => import('./ip/ip-dialog.tsx'), 'IpDialog'),
  mac: lazyPart(() => import('./mac/mac-dialog.tsx'), 'MacDialog'),
  subnet: lazyPart(() => import('./subnet/subnet-dialog.tsx'), 'SubnetDialog'),
  ipv6: lazyPart(() => import('./ipv6/ipv6-dialog.tsx'), 'Ipv6Dialog'),
}

const isTool = (text: string): text is ToolId => text in dialogs

/**
 * Shows the tool named by the page's query, on every page of the shell: `?tool=ip`, `?tool=mac&tool_value=00:1a:2b`.
 */
export function ToolDialogs() {
  const { history } = useRouter()
  const [{ tool, tool_value }, set] = useUrlState({ tool: '', tool_value: '' })
  const wanted = useRequestedTool((s) => s.wanted)
  /** A tool opened on this page added a history entry: back closes it, and closing it goes back. */
  const pushed = useRef(false)
  useEffect(() => {
    if (!wanted) return
    useRequestedTool.setState({ wanted: undefined })
    set({ tool: wanted.id, tool_value: wanted.value }, { push: !pushed.current })
    pushed.current = true
  }, [wanted, set])
  useEffect(() => {
    if (!tool) pushed.current = false
  }, [tool])
  if (!isTool(tool)) return null
  const close = () => (pushed.current ? history.back() : set({ tool: '', tool_value: '' }))
  const Tool = dialogs[tool]
  return (
    <Suspense>
      <Tool key={`${tool} ${tool_value}`} value={tool_value} onClose={close} />
    </Suspense>
  )
}
