export { WanPanel } from './wan-panel.tsx'
