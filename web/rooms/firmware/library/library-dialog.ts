import type { Image } from './image.ts'

export type LibraryDialog = { what: 'upload' | 'keys' } | { what: 'describe'; image: Image }
