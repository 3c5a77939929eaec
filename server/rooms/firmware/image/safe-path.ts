import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import { refuse } from '../../../kernel/refuse.ts'

/** Refuses names of archive members and targets of links that lead out of the archive. */
export function requireSafePath(name: string): void {
  const outside = /^([/\\]|[A-Za-z]:)/.test(name) || name.split(/[/\\]/).includes('..') || name.includes('\0')
  if (outside) throw refuse(errors.pathTrick, { name: name.slice(0, 100) })
}
