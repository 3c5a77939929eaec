import { create } from 'zustand'

export type ToolId = 'ip' | 'mac' | 'subnet' | 'ipv6'

interface ToolRequest {
  id: ToolId
  /** Value to look up immediately. */
  value: string
}

/** The requested tool; the host of the dialogs stores it in the address of the page. */
export const useRequestedTool = create<{ wanted: ToolRequest | undefined }>(() => ({ wanted: undefined }))

/** Opens a tool above any page, from anywhere: menus, the palette, another tool. */
export function openTool(id: ToolId, value = ''): void {
  useRequestedTool.setState({ wanted: { id, value } })
}
