import { lazy } from 'react'

/** A QR code of any text. */
export const QrPicture = lazy(() => import('./qr-picture.tsx').then(({ QrPicture }) => ({ default: QrPicture })))
