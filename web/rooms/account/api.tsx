import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** A QR code of any text. */
export const QrPicture = lazyPart(() => import('./qr-picture.tsx'), 'QrPicture')

/** Digits of a code, and beside them the way to have one sent. */
export const CodeField = lazyPart(() => import('./code/code-field.tsx'), 'CodeField')
