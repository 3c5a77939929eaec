import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** A QR code of any text. */
export const QrPicture = lazyPart(() => import('./qr-picture.tsx'), 'QrPicture')

/** Field for the digits of a code, with a button to request one. */
export const CodeField = lazyPart(() => import('./code/code-field.tsx'), 'CodeField')
