import { lazyPart } from '../../kit/lazy-part.ts'

/** A QR code of any text. */
export const QrPicture = lazyPart(() => import('./qr-picture.tsx'), 'QrPicture')
