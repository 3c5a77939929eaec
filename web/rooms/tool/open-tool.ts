import { create } from 'zustand'

export type ToolId = 'ip' | 'mac' | 'subnet' | 'ipv6'

interface ToolRequest {
  id: ToolId
  /** What to look up at once. */
  value: string
}

/** The tool somebody asked for; the host of the dialogs takes it from here into the address of the page. */
export const useRequestedTool = create<{ wanted: ToolRequest | undefined }>(() => ({ wanted: undefined }))

/** Opens a tool over whatever page is shown, from anywhere: menus, the palette, another tool. */
export function openTool(id: ToolId, value = ''): void {
  useRequestedTool.setState({ wanted: { id, value } })
}
