import { expect, test } from 'vitest'
import { sharedChunk } from './shared-chunk.ts'

const imports: Record<string, string[]> = {
  console: ['table', 'query', '/lucide-react.mjs'],
  table: ['status', 'table'],
  phone: ['query', 'sheet', '/lucide-react.mjs'],
  query: ['react'],
  '/lucide-react.mjs': ['/icons/rotate-cw.mjs', '/icons/bell.mjs', '/icons/building-2.mjs'],
}
const code: Record<string, string> = {
  console: 'import { Bell, RotateCw } from "lucide-react"',
  phone: "import { Building2, RotateCw as Again } from 'lucide-react'",
}
const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [], code: code[id] ?? null }) }

test('what both sides need has a file of its own, the rest stays with its side', () => {
  const nameOf = sharedChunk('base', ['console'], ['phone'])
  const all = ['console', 'table', 'status', 'phone', 'sheet', 'query', 'react']
  expect(all.filter((id) => nameOf(id, graph))).toEqual(['query', 'react'])
})

test('of the icons only those both sides draw', () => {
  const nameOf = sharedChunk('base', ['console'], ['phone'])
  expect(imports['/lucide-react.mjs']?.filter((id) => nameOf(id, graph))).toEqual(['/icons/rotate-cw.mjs'])
})
