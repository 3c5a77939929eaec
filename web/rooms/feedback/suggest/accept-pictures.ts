import { say } from '../../../kit/words/words.ts'

export const most = 5
export const mostMb = 5
export const types: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

type OfferedFile = Pick<File, 'name' | 'type' | 'size'>

/** The pictures with the accepted new ones, and the reasons for the others; the server checks the content. */
export function acceptPictures<T extends OfferedFile>(
  had: readonly T[],
  offered: readonly T[],
): { accepted: T[]; refused: string | undefined } {
  const fit = offered.filter(({ type, size }) => types.includes(type) && size <= mostMb << 20)
  const accepted = [...had, ...fit].slice(0, most)
  const bad = offered.find((one) => !fit.includes(one))
  return { accepted, refused: whyRefused(bad, had.length + fit.length) }
}

function whyRefused(bad: OfferedFile | undefined, wanted: number): string | undefined {
  if (bad) {
    const { name, type } = bad
    return types.includes(type)
      ? say({ zh: '“{name}”超过 {mb} MB', en: '“{name}” is larger than {mb} MB' }, { name, mb: mostMb })
      : say({ zh: '“{name}”不是 PNG、JPEG 或 WebP 图片', en: '“{name}” is no PNG, JPEG or WebP picture' }, { name })
  }
  return wanted > most ? say({ zh: '最多 {most} 张图片', en: 'At most {most} pictures' }, { most }) : undefined
}
