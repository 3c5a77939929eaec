import type { Words } from '@belvedere/contract/kit/text.ts'

/** The process cannot start for a reason that the operator can fix; states reason and remedy in both languages. */
export class StartTrouble extends Error {
  constructor(words: Words, detail = '') {
    super(`${words.zh}\n${words.en}${detail && `\n${detail.trim()}`}`)
    // it is read at a terminal, where a call stack is of no use
    this.stack = this.message
  }
}

/** The fields of system errors; errors of another thread lose their class. */
export interface SystemError {
  readonly message?: string | undefined
  readonly stack?: string | undefined
  readonly code?: string | undefined
  readonly syscall?: string | undefined
  readonly path?: string | undefined
  readonly address?: string | undefined
  readonly port?: number | undefined
}

/** Why the process cannot start, for the terminal. Unknown errors keep their call stack. */
export function whyNotStarted(error: SystemError): string {
  const words = wordsFor(error)
  return words ? `${words.zh}\n${words.en}` : (error.stack ?? String(error.message))
}

function wordsFor({ code = '', syscall = '', path, address = '', port, ...error }: SystemError): Words | undefined {
  if (code === 'EADDRINUSE') return { zh: `端口 ${port} 已被占用`, en: `Port ${port} is in use` }
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo') {
    const host = address || (error as { hostname?: string }).hostname || ''
    return {
      zh: `无法监听 ${host}：--host 应为本机的地址，0.0.0.0 表示所有地址`,
      en: `Cannot listen on ${host}: --host is an address of this machine, 0.0.0.0 for all`,
    }
  }
  if (code === 'EACCES' && syscall === 'listen')
    return { zh: `无权监听端口 ${port}`, en: `There is no permission to listen on port ${port}` }
  return path ? fileWords(code, path) : undefined
}

function fileWords(code: string, path: string): Words | undefined {
  if (code === 'ENOENT') return { zh: `找不到 ${path}`, en: `There is no ${path}` }
  if (code === 'ENOSPC') return { zh: `磁盘已满：${path}`, en: `The disk is full: ${path}` }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return { zh: `无权访问 ${path}`, en: `There is no permission to use ${path}` }
  if (code === 'EEXIST' || code === 'ENOTDIR' || code === 'EISDIR')
    return { zh: `${path} 的类型不对（文件与目录）`, en: `${path} is a file where a folder is needed, or the reverse` }
  return undefined
}
