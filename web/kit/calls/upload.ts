import type { CallSpec, In } from '@belvedere/contract/kit/define-calls.ts'
import type { Envelope } from '@belvedere/contract/kit/envelope.ts'
import { type AnswerOf, common, openEnvelope } from './call.ts'
import { Cancelled, Unreachable } from './refusal.ts'
import { session } from '../session/session.ts'
import { wireOf, type Payload } from './wire.ts'
import { say, wireLang } from '../words/words.ts'

export interface UploadOptions {
  /** By field name. */
  files: Readonly<Record<string, File>>
  signal: AbortSignal
  /** Share of the bytes sent, 0 to 1. */
  onProgress: (share: number) => void
}

/** Sends a call with a large file and reports the upload progress. No time limit; throws as `call` does. */
export function upload<C extends CallSpec>(spec: C, input: In<C>, options: UploadOptions): Promise<AnswerOf<C>> {
  const { url, body } = wireOf(spec.at, { ...common(), ...(input as Payload) }, options.files)
  // fetch does not report upload progress
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    const lost = say({ zh: '上传中断，请检查网络连接', en: 'The upload broke off; check the network connection' })
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      options.onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('error', () => reject(new Unreachable(lost)))
    request.addEventListener('abort', () => reject(new Cancelled('cancelled')))
    request.addEventListener('load', () => {
      try {
        resolve(openEnvelope(envelopeOf(request.responseText, lost)) as AnswerOf<C>)
      } catch (error) {
        reject(error as Error)
      }
    })
    options.signal.addEventListener('abort', () => request.abort())
    request.open('POST', `${url}?${new URLSearchParams({ lang: wireLang })}`)
    request.setRequestHeader('Authorization', session().token)
    request.send(body as FormData)
  })
}

function envelopeOf(text: string, lost: string): Envelope {
  try {
    const read = JSON.parse(text) as Envelope
    if (typeof read.code === 'number') return read
  } catch {
    // not an envelope: the response of a proxy
  }
  throw new Unreachable(lost)
}
