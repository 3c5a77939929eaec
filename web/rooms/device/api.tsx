export { DemoBanner } from './demo/demo-banner.tsx'
