import { shellCalls } from '@belvedere/contract/rooms/remote/shell.ts'
import { implement } from '../../kernel/implement.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'
import { openShell } from './shell/open-shell.ts'

export const calls = implement(shellCalls, { open: openShell })

const typed = { zh: '终端中执行的操作无法撤销', en: 'What was done in a terminal cannot be undone' }

export const undo = defineUndo(shellCalls, { open: typed })
